mod orders;
mod stock;
