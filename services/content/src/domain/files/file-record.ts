/** A file as an entry of a revision's file map, by its id. Its bytes are in the file store under their SHA-256. */
export interface FileRecord {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The id that git gives to the bytes. */
  blobId?: string;
  /** Of images, in pixels. */
  dimensions?: { width: number; height: number };
  /** Path of the file in the repository or archive it came from. */
  source?: string;
}

/** Where the bytes of a file are kept in the file store. */
export const fileKey = (sha256: string): string => `files/${sha256}`;
