mod good;
mod broken;
mod also_broken;
