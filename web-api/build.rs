//! Creates the folder of the built frontend if it is missing, so that the program compiles before
//! the frontend is built.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../frontend/dist");
    std::fs::create_dir_all("../frontend/dist")
}
