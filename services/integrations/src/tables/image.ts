import type { Db, Tx } from '@quire/runtime';

export interface ImageRow {
  /** Made of the content: equal names are equal images. */
  name: string;
  content_type: string;
  bytes: Buffer;
}

export async function findImage(db: Db, integration: string, name: string): Promise<ImageRow | undefined> {
  return db('integration_images').where({ integration, name }).first('name', 'content_type', 'bytes');
}

/** An image without its bytes. */
export interface ListedImage extends Omit<ImageRow, 'bytes'> {
  size: number;
}

/** By name: at most `limit` after the one named `after`. */
export async function listImages(
  db: Db,
  integration: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<ListedImage[]> {
  return db('integration_images')
    .where({ integration })
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .select('name', 'content_type', db.raw('octet_length(bytes) AS size'));
}

export async function countImages(db: Db, integration: string): Promise<number> {
  const [row] = await db('integration_images').where({ integration }).count<{ count: string }[]>();
  return Number(row!.count);
}

/** Leaves an integration with exactly these images. */
export async function replaceImages(tx: Tx, integration: string, images: readonly ImageRow[]): Promise<void> {
  const names = images.map(({ name }) => name);
  await tx('integration_images').where({ integration }).whereNotIn('name', names).delete();
  if (images.length === 0) return;
  await tx('integration_images')
    .insert(images.map((image) => ({ integration, ...image })))
    .onConflict(['integration', 'name'])
    .ignore();
}
