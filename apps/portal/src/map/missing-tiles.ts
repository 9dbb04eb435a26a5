/** Events of the map that tell of a tile; those of a source as a whole have none. */
type TileEvent = { tile?: { state?: string; tileID?: { key?: string } } | null }

const WHOLE = 'the whole source'
const keyOf = ({ tile }: TileEvent): string => tile?.tileID?.key ?? WHOLE

/** The tiles that could not be loaded, after another one failed. */
export const withFailure = (missing: ReadonlySet<string>, event: object): ReadonlySet<string> =>
  new Set([...missing, keyOf(event)])

/** The tiles that are still missing after this event of a source: a tile that has come also shows that its source has. */
export const withArrival = (missing: ReadonlySet<string>, event: TileEvent): ReadonlySet<string> => {
  if (missing.size === 0 || event.tile?.state !== 'loaded') return missing
  const left = new Set(missing)
  left.delete(keyOf(event))
  left.delete(WHOLE)
  return left.size === missing.size ? missing : left
}
