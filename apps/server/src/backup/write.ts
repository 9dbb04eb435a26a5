import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import { sequencesOf, type Table, tablesOf } from './catalogue.ts'
import { encrypt, type Recipients } from './encryption.ts'
import { FORMAT, type Manifest, MANIFEST, type Part, partName } from './manifest.ts'

/** A megabyte of a table in one query: the embedded database answers each query whole. */
const PAGES_AT_ONCE = 128
/** A little of the time for most of the gain. */
const LEVEL = 3

export type Content = Pick<Manifest, 'version' | 'kind' | 'streets'> & { moment: Date }

type Chunks = AsyncIterable<Uint8Array>

/** Writes everything that the client sees to a file. `work` is for parts while they are measured. */
export const writeBackup = async (
  client: ClientBase,
  content: Content,
  file: string,
  { work, recipients, signal }: { work: string; recipients: Recipients | null; signal: AbortSignal | undefined },
): Promise<Manifest> => {
  const archive = pack()
  const written = pipeline(
    archive,
    createGzip({ level: LEVEL }),
    withPlainHeader,
    (source: Chunks) => (recipients === null ? source : encrypt(recipients, source)),
    createWriteStream(file, { mode: 0o600, flush: true, signal }),
  )
  try {
    const [manifest] = await Promise.all([pour(client, content, work, archive), written])
    return manifest
  } catch (error) {
    archive.destroy()
    await written.catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}

/** The only bytes that gzip leaves unchecked say when and on what system: they are fixed, so that a change is noticed. */
export const PLAIN_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

async function* withPlainHeader(source: Chunks): AsyncGenerator<Uint8Array> {
  let begun = Buffer.alloc(0)
  for await (const chunk of source) {
    if (begun.length >= PLAIN_HEADER.length) {
      yield chunk
      continue
    }
    begun = Buffer.concat([begun, chunk])
    if (begun.length >= PLAIN_HEADER.length) yield Buffer.concat([PLAIN_HEADER, begun.subarray(PLAIN_HEADER.length)])
  }
}

const pour = async (client: ClientBase, content: Content, work: string, archive: Pack): Promise<Manifest> => {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const parts: Part[] = []
  for (const table of await tablesOf(client)) {
    const spool = join(work, 'part.copy')
    const part = await readTable(client, table, spool)
    await pipeline(createReadStream(spool), archive.entry({ name: partName(part.table), size: part.bytes }))
    await rm(spool)
    parts.push(part)
  }
  const manifest: Manifest = {
    ...content,
    format: FORMAT,
    moment: content.moment.toISOString(),
    last_migration: migrations.at(-1)?.name ?? '',
    migrations,
    parts,
    sequences: await sequencesOf(client),
  }
  archive.entry({ name: MANIFEST }, JSON.stringify(manifest, null, 2))
  archive.finalize()
  return manifest
}

/** A tar archive names the size before the content, so a part lies in a file until it is whole. */
const readTable = async (client: ClientBase, { name, columns, pages }: Table, spool: string): Promise<Part> => {
  const sum = createHash('sha256')
  let rows = 0
  async function* slices(): AsyncGenerator<Uint8Array> {
    for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
      const slice = client.query(copyTo(sliceOf(name, columns, page)))
      for await (const chunk of slice) {
        sum.update(chunk)
        yield chunk
      }
      rows += slice.rowCount
    }
  }
  await pipeline(slices, createWriteStream(spool, { mode: 0o600 }))
  const { size } = await stat(spool)
  return { table: name, columns, rows, bytes: size, sha256: sum.digest('hex') }
}

const sliceOf = (table: string, columns: readonly string[], page: number): string =>
  `copy (select ${columns.map(pg.escapeIdentifier).join(', ')} from ${pg.escapeIdentifier(table)}
    where ctid >= '(${page},0)' and ctid < '(${page + PAGES_AT_ONCE},0)') to stdout`
