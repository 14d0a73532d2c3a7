import { type Db, sha256 } from '@quire/runtime';

/** Where the bearer of a share link's key finds a space; undefined for keys that do not open it. */
export async function findSharedAddress(
  db: Db,
  { spaceId, shareKey }: { spaceId: string; shareKey: string },
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { root: string; address: string }[] }>(
    `SELECT site.url AS root, shown.url AS address
     FROM share_links link
     JOIN sites site ON site.id = link.site_id
     JOIN site_spaces shown ON shown.site_id = site.id AND shown.space_id = ?
     JOIN spaces s ON s.id = shown.space_id AND s.organization_id = site.organization_id AND s.deleted_at IS NULL
     WHERE link.key_hash = ? AND link.active AND site.visibility = 'share-link' AND site.published AND NOT site.deleted
       AND NOT shown.removed AND site.url IS NOT NULL AND shown.url IS NOT NULL`,
    [spaceId, sha256(shareKey).toString('hex')],
  );
  const found = rows[0];
  // The address of the space begins with that of its site.
  return found && `${found.root}/~/share/${shareKey}${found.address.slice(found.root.length)}`;
}
