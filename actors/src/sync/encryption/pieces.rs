//! AES-256-GCM on streams, so that a whole budget needs the memory of one piece. The library's
//! cipher needs all bytes at once. This builds the same construction (NIST SP 800-38D) from the
//! same library's primitives, and tests compare the two.

use std::fs::File;
use std::io::{self, Read, Seek as _, Write};

use aes::Aes256;
use ctr::cipher::{BlockCipherEncrypt as _, KeyInit as _, KeyIvInit as _, StreamCipher as _};
use ghash::GHash;
use ghash::universal_hash::UniversalHash as _;
use sobre_engine::sync::api::EncryptMeta;
use sobre_engine::sync::fault::SyncFault;

use super::{EncryptedBytes, FileKey, IV_BYTES, KEY_BYTES, NOT_SEALED, TAG_BYTES, WRONG};

/// Bytes of a cipher block.
const BLOCK: usize = 16;
/// Bytes that are decrypted at once.
const PIECE: usize = 16 << 10;

/// The state of the cipher within a stream.
struct Cipher {
    keystream: ctr::Ctr32BE<Aes256>,
    hash: GHash,
    /// The mask of the tag.
    mask: [u8; BLOCK],
    /// The start of an incomplete block.
    part: [u8; BLOCK],
    bytes: u64,
}

impl Cipher {
    fn new(key: &[u8; KEY_BYTES], iv: [u8; IV_BYTES]) -> Self {
        let mut hash_key = ghash::Key::default();
        Aes256::new(key.into()).encrypt_block(&mut hash_key);
        let mut first = [0; BLOCK];
        first[..IV_BYTES].copy_from_slice(&iv);
        first[BLOCK - 1] = 1;
        let mut keystream = ctr::Ctr32BE::<Aes256>::new(key.into(), &first.into());
        let mut mask = [0; BLOCK];
        keystream.apply_keystream(&mut mask);
        Self { keystream, hash: GHash::new(&hash_key), mask, part: [0; BLOCK], bytes: 0 }
    }

    /// Encrypts or decrypts, which are the same operation.
    fn apply(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        // The keystream ends after 64 GiB.
        self.keystream.try_apply_keystream(bytes).map_err(io::Error::other)
    }

    fn held(&self) -> usize {
        usize::try_from(self.bytes % BLOCK as u64).unwrap_or_default()
    }

    /// Adds encrypted bytes to the tag.
    fn hash(&mut self, mut bytes: &[u8]) {
        let held = self.held();
        self.bytes += bytes.len() as u64;
        if held > 0 {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - held));
            let end = held + now.len();
            self.part[held..end].copy_from_slice(now);
            if end < BLOCK {
                return;
            }
            self.hash.update(&[self.part.into()]);
            bytes = later;
        }
        let (whole, rest) = bytes.split_at(bytes.len() / BLOCK * BLOCK);
        self.hash.update_padded(whole);
        self.part[..rest.len()].copy_from_slice(rest);
    }

    fn tag(mut self) -> [u8; TAG_BYTES] {
        let held = self.held();
        self.hash.update_padded(&self.part[..held]);
        let mut lengths = [0; BLOCK];
        lengths[BLOCK / 2..].copy_from_slice(&(self.bytes * 8).to_be_bytes());
        self.hash.update(&[lengths.into()]);
        let mut tag = self.mask;
        tag.iter_mut().zip(self.hash.finalize()).for_each(|(byte, hashed)| *byte ^= hashed);
        tag
    }
}

/// A stream that is encrypted while it is read.
pub struct Sealing<R> {
    source: R,
    cipher: Cipher,
}

impl<R: Read> Read for Sealing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let came = &mut buffer[..read];
        self.cipher.apply(came)?;
        self.cipher.hash(came);
        Ok(read)
    }
}

/// A stream that is decrypted while it is written. Do not use its output before
/// [`Unsealing::finish`] has verified it.
pub struct Unsealing<W> {
    target: W,
    cipher: Cipher,
    tag: [u8; TAG_BYTES],
}

impl<W: Write> Write for Unsealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = [0; PIECE];
        let bytes = &bytes[..bytes.len().min(PIECE)];
        let piece = &mut piece[..bytes.len()];
        piece.copy_from_slice(bytes);
        self.cipher.hash(bytes);
        self.cipher.apply(piece)?;
        self.target.write_all(piece)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}

impl<W> Unsealing<W> {
    /// Verifies the tag.
    ///
    /// # Errors
    /// `decrypt-failure` if the key is wrong or the data was changed.
    pub fn finish(self) -> Result<(), SyncFault> {
        let differs = |(one, other): (u8, u8)| one ^ other;
        let pairs = self.cipher.tag().into_iter().zip(self.tag);
        // Compares all bytes, so that the time taken reveals nothing.
        if pairs.map(differs).fold(0, |all, byte| all | byte) == 0 { Ok(()) } else { Err(WRONG) }
    }
}

impl FileKey {
    /// Encrypts a file with a fresh random initialisation vector. The metadata precedes the bytes,
    /// so the file is read twice: once for its tag, and once as the result is read.
    ///
    /// # Errors
    /// `encrypt-failure` if the system has no random numbers, `storage-full` if the file cannot be
    /// read.
    pub fn seal_file<'a>(
        &self,
        mut file: &'a File,
    ) -> Result<(EncryptMeta, Sealing<&'a File>), SyncFault> {
        let mut iv = [0; IV_BYTES];
        getrandom::fill(&mut iv).map_err(|_| NOT_SEALED)?;
        let mut once = self.sealing(iv, file);
        let read = file.rewind().and_then(|()| io::copy(&mut once, &mut io::sink()));
        read.and_then(|_| file.rewind()).map_err(|_| SyncFault::StorageFull)?;
        let sealed = EncryptedBytes { iv, tag: once.cipher.tag(), data: Vec::new() };
        Ok((self.meta(&sealed), self.sealing(iv, file)))
    }

    /// Decrypts bytes written to the result and passes them to `target`.
    ///
    /// # Errors
    /// `decrypt-failure` if the metadata is malformed.
    pub fn unsealing<W: Write>(
        &self,
        meta: &EncryptMeta,
        target: W,
    ) -> Result<Unsealing<W>, SyncFault> {
        let EncryptedBytes { iv, tag, .. } = EncryptedBytes::of_meta(meta, Vec::new())?;
        Ok(Unsealing { target, cipher: Cipher::new(&self.bytes, iv), tag })
    }

    fn sealing<R: Read>(&self, iv: [u8; IV_BYTES], source: R) -> Sealing<R> {
        Sealing { source, cipher: Cipher::new(&self.bytes, iv) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::SeekFrom;

    use super::super::make_key;
    use super::*;

    const LENGTHS: [usize; 14] =
        [0, 1, 15, 16, 17, 31, 32, 33, 255, 256, 4_096, PIECE - 1, PIECE + 1, 3 * PIECE + 5];

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    /// All bytes of a source, read in pieces of this length.
    fn all(mut source: impl Read, piece: usize) -> Vec<u8> {
        let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
        loop {
            match source.read(&mut buffer).unwrap() {
                0 => return all,
                read => all.extend_from_slice(&buffer[..read]),
            }
        }
    }

    #[test]
    fn pieces_of_any_length_equal_the_whole() {
        let (key, _) = make_key("k", "p").unwrap();
        for (length, piece) in LENGTHS.into_iter().flat_map(|l| [(l, 1), (l, 7), (l, 4_096)]) {
            let plain: Vec<u8> = (0..=255).cycle().take(length).collect();
            let file = file_of(&plain);
            let (meta, sealing) = key.seal_file(&file).unwrap();
            let sealed = EncryptedBytes::of_meta(&meta, all(sealing, piece)).unwrap();
            assert!(length < 15 || sealed.data != plain);
            let mut opened = Vec::new();
            let mut unsealing = key.unsealing(&meta, &mut opened).unwrap();
            sealed.data.chunks(piece).for_each(|part| unsealing.write_all(part).unwrap());
            unsealing.finish().unwrap();
            assert!(opened == plain, "{length} in pieces of {piece}");
            assert!(key.unseal(sealed).unwrap() == plain, "{length} in pieces of {piece}");
            // And the reverse.
            let whole = key.seal(plain.clone()).unwrap();
            let mut unsealing = key.unsealing(&key.meta(&whole), io::sink()).unwrap();
            whole.data.chunks(piece).for_each(|part| unsealing.write_all(part).unwrap());
            unsealing.finish().unwrap();
        }
    }

    #[test]
    fn what_was_changed_cut_off_or_added_to_is_refused() {
        let (key, _) = make_key("k", "p").unwrap();
        let (other, _) = make_key("k", "p").unwrap();
        let file = file_of(&[7; 100]);
        let (meta, sealing) = key.seal_file(&file).unwrap();
        let sealed = all(sealing, 64);
        let verdict = |key: &FileKey, bytes: &[u8]| {
            let mut unsealing = key.unsealing(&meta, io::sink()).unwrap();
            unsealing.write_all(bytes).unwrap();
            unsealing.finish()
        };
        assert_eq!(verdict(&key, &sealed), Ok(()));
        assert_eq!(verdict(&other, &sealed), Err(WRONG), "of another key");
        for at in [0, 50, 99] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(verdict(&key, &changed), Err(WRONG));
        }
        assert_eq!(verdict(&key, &sealed[..99]), Err(WRONG));
        assert_eq!(verdict(&key, &[&sealed[..], &[0]].concat()), Err(WRONG));
        let foreign = EncryptMeta { algorithm: "rot13".into(), ..meta.clone() };
        assert!(key.unsealing(&foreign, io::sink()).is_err());
    }

    #[test]
    fn a_file_is_encrypted_from_its_start_and_differently_each_time() {
        let (key, _) = make_key("k", "p").unwrap();
        let mut file = file_of(b"a budget");
        file.seek(SeekFrom::Start(5)).unwrap();
        let (_, one) = key.seal_file(&file).unwrap();
        let one = all(one, 64);
        let (_, two) = key.seal_file(&file).unwrap();
        assert_eq!(one.len(), 8);
        assert_ne!(one, all(two, 64));
    }

    #[test]
    fn a_full_disk_is_reported() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (key, _) = make_key("k", "p").unwrap();
        let (meta, _) = key.seal_file(&file_of(b"")).unwrap();
        let mut unsealing = key.unsealing(&meta, Full).unwrap();
        let error = unsealing.write_all(b"bytes").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
