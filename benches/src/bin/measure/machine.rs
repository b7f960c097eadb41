//! The machine, as the operating system describes it.
use std::fs;

use r4c_bench_record::Machine;

/// This one.
pub(crate) fn machine() -> Machine {
    let cpuinfo = read("/proc/cpuinfo");
    Machine {
        cpu: cpu(&cpuinfo).unwrap_or_else(|| "unknown".to_owned()),
        architecture: std::env::consts::ARCH.to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        system: system(),
        is_virtual: is_virtual(&cpuinfo, &Firmware::read()),
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// `Debian GNU/Linux 12 (bookworm), Linux 6.1.0`.
fn system() -> String {
    let release = read("/proc/sys/kernel/osrelease");
    // What follows the version is its builder's: it may name a house.
    let version = release.split('-').next().unwrap_or_default();
    let kernel = format!("{} {version}", read("/proc/sys/kernel/ostype"));
    let release = read("/etc/os-release");
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let parts = [name.unwrap_or_default().trim_matches('"').to_owned(), kernel.trim().to_owned()];
    let known: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if known.is_empty() { std::env::consts::OS.to_owned() } else { known.join(", ") }
}

/// The value of the first line with this key.
fn field<'a>(cpuinfo: &'a str, key: &str) -> Option<&'a str> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    fields.map(|(name, value)| (name.trim(), value.trim())).find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// On x86 the model's name; on AArch64, which has none, what its numbers stand for.
fn cpu(cpuinfo: &str) -> Option<String> {
    if let Some(name) = field(cpuinfo, "model name") {
        return Some(name.to_owned());
    }
    let (implementer, part) = (field(cpuinfo, "CPU implementer")?, field(cpuinfo, "CPU part")?);
    let known = CORES.iter().find(|core| (core.0, core.1) == (implementer, part)).map(|core| core.2.to_owned());
    Some(known.unwrap_or_else(|| format!("implementer {implementer}, part {part}")))
}

/// AArch64 cores of servers, by implementer and part.
const CORES: [(&str, &str, &str); 10] = [
    ("0x41", "0xd08", "Cortex-A72"),
    ("0x41", "0xd0c", "Neoverse N1"),
    ("0x41", "0xd40", "Neoverse V1"),
    ("0x41", "0xd49", "Neoverse N2"),
    ("0x41", "0xd4f", "Neoverse V2"),
    ("0x41", "0xd83", "Neoverse V3AE"),
    ("0x41", "0xd84", "Neoverse V3"),
    ("0x41", "0xd8e", "Neoverse N3"),
    ("0xc0", "0xac3", "Ampere-1"),
    ("0xc0", "0xac4", "Ampere-1A"),
];

/// What the firmware and the hypervisor say of themselves; empty where they say nothing.
#[derive(Debug, Default)]
struct Firmware {
    hypervisor: String,
    vendor: String,
    product: String,
}

impl Firmware {
    fn read() -> Self {
        Self {
            hypervisor: read("/sys/hypervisor/type") + &read("/proc/device-tree/hypervisor/compatible"),
            vendor: read("/sys/class/dmi/id/sys_vendor"),
            product: read("/sys/class/dmi/id/product_name"),
        }
    }
}

/// Whether it is a guest of another machine. x86 has a flag for it; elsewhere the firmware's vendor tells.
fn is_virtual(cpuinfo: &str, firmware: &Firmware) -> Option<bool> {
    if let Some(flags) = field(cpuinfo, "flags") {
        return Some(flags.split_whitespace().any(|flag| flag == "hypervisor"));
    }
    if !firmware.hypervisor.is_empty() {
        return Some(true);
    }
    match firmware.vendor.as_str() {
        "" => None,
        // Its machines without a hypervisor are products such as `c7g.metal`.
        "Amazon EC2" => Some(!firmware.product.contains("metal")),
        vendor => Some(
            ["QEMU", "KVM", "VMware", "Xen", "Google", "innotek", "Microsoft"].iter().any(|it| vendor.contains(it))
                || firmware.product.contains("Virtual"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{Firmware, cpu, is_virtual};

    const GRAVITON_3: &str = "processor\t: 0
BogoMIPS\t: 2100.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x1
CPU part\t: 0xd40
CPU revision\t: 1

processor\t: 1
";
    const EPYC: &str = "processor\t: 0
vendor_id\t: AuthenticAMD
model name\t: AMD EPYC 9R14
flags\t\t: fpu vme hypervisor lahf_lm
";

    fn firmware(vendor: &str, product: &str) -> Firmware {
        Firmware { vendor: vendor.to_owned(), product: product.to_owned(), ..Firmware::default() }
    }

    #[test]
    fn a_processor_has_the_name_of_its_model_or_of_its_core() {
        let unknown = GRAVITON_3.replace("0xd40", "0xfff");
        for (cpuinfo, name) in [
            (GRAVITON_3, Some("Neoverse V1")),
            (EPYC, Some("AMD EPYC 9R14")),
            (&unknown, Some("implementer 0x41, part 0xfff")),
            ("", None),
        ] {
            assert_eq!(cpu(cpuinfo).as_deref(), name);
        }
    }

    #[test]
    fn a_guest_is_known_by_its_flags_or_its_firmware() {
        let no_flag = EPYC.replace(" hypervisor", "");
        let xen = Firmware { hypervisor: "xen".to_owned(), ..Firmware::default() };
        for (cpuinfo, firmware, expected) in [
            (EPYC, Firmware::default(), Some(true)),
            (&no_flag, firmware("QEMU", ""), Some(false)),
            (GRAVITON_3, firmware("Amazon EC2", "c7g.xlarge"), Some(true)),
            (GRAVITON_3, firmware("Amazon EC2", "c7g.metal"), Some(false)),
            (GRAVITON_3, firmware("QEMU", "KVM Virtual Machine"), Some(true)),
            (GRAVITON_3, firmware("Microsoft Corporation", "Virtual Machine"), Some(true)),
            (GRAVITON_3, firmware("Supermicro", "ARS-211M"), Some(false)),
            (GRAVITON_3, xen, Some(true)),
            (GRAVITON_3, Firmware::default(), None),
        ] {
            assert_eq!(is_virtual(cpuinfo, &firmware), expected, "{firmware:?}");
        }
    }
}
