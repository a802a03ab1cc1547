//! Makes sure that the folder of the built frontend exists, so that the program also compiles
//! before the frontend was built.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../frontend/dist");
    std::fs::create_dir_all("../frontend/dist")
}
