import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import type { Migration } from '../database/migrate.ts'
import { decrypt } from './encryption.ts'
import { BackupRefused, FORMAT, Manifest, MANIFEST, type Part, partName } from './manifest.ts'
import { PLAIN_HEADER } from './write.ts'

type Chunks = AsyncIterable<Uint8Array>

export type Source = {
  file: string
  /** age identities, for a file that is encrypted */
  identities: readonly string[]
  /** aborts when the process has to stop */
  signal?: AbortSignal | undefined
}

const damaged = ({ file }: Source, what: string): BackupRefused =>
  new BackupRefused(`The backup ${basename(file)} ${what}.`)

const isEncrypted = ({ file }: Source): boolean => /\.age(\.partial)?$/.test(file)

/** Hands over one entry after the other. Throws BackupRefused for a file that is cut or altered. */
export const readEntries = async (
  source: Source,
  each: (name: string, content: Readable) => Promise<void>,
): Promise<void> => {
  const archive = extract()
  const read = pipeline(
    createReadStream(source.file, { signal: source.signal }),
    (bytes: Chunks) => (isEncrypted(source) ? decrypt(source.identities, bytes) : bytes),
    (bytes: Chunks) => requirePlainHeader(source, bytes),
    createGunzip(),
    archive,
  )
  const handled = async (): Promise<void> => {
    for await (const entry of archive) {
      await each(entry.header.name, Readable.from(entry))
      entry.resume()
    }
  }
  const [reading, handling] = await Promise.allSettled([read, handled()])
  // A failure of one ends the other, which then says less.
  if (reading.status === 'rejected' && !isClosed(reading.reason)) throw explained(source, reading.reason)
  if (handling.status === 'rejected') throw handling.reason
  if (reading.status === 'rejected') throw damaged(source, 'is cut short')
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const explained = (source: Source, error: unknown): unknown => {
  if (error instanceof BackupRefused || !(error instanceof Error) || source.signal?.aborted === true) return error
  const code = 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return damaged(source, 'cannot be read')
  const short = code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data'
  return damaged(source, short ? 'is cut short' : 'is damaged')
}

async function* requirePlainHeader(source: Source, bytes: Chunks): AsyncGenerator<Uint8Array> {
  let begun: Buffer | null = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (begun === null) {
      yield chunk
      continue
    }
    begun = Buffer.concat([begun, chunk])
    if (begun.length < PLAIN_HEADER.length) continue
    if (!begun.subarray(0, PLAIN_HEADER.length).equals(PLAIN_HEADER))
      throw damaged(source, 'is damaged, or was not made by Ambit')
    yield begun
    begun = null
  }
  if (begun !== null) throw damaged(source, 'is cut short')
}

type Found = Pick<Part, 'rows' | 'bytes' | 'sha256'>

const LINE_END = 10

const measure = async (content: Readable): Promise<Found> => {
  const sum = createHash('sha256')
  let [rows, bytes] = [0, 0]
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sum.update(chunk)
    bytes += chunk.length
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1
  }
  return { rows, bytes, sha256: sum.digest('hex') }
}

/**
 * Reads the whole file and compares every part with what the manifest says of it. Answers the manifest; throws
 * BackupRefused with what is wrong. `migrations` are those that this version knows.
 */
export const checkBackup = async (source: Source, migrations: readonly Migration[]): Promise<Manifest> => {
  const found = new Map<string, Found>()
  let told: string | null = null
  await readEntries(source, async (name, content) => {
    if (name === MANIFEST) told = (await buffer(content)).toString('utf8')
    else found.set(name, await measure(content))
  })
  if (told === null) throw damaged(source, 'has no manifest: it is cut short, or was not made by Ambit')
  const manifest = parse(source, told)
  requireKnown(source, manifest, migrations)
  for (const part of manifest.parts) {
    const one = found.get(partName(part.table))
    if (one === undefined) throw damaged(source, `does not hold the table ${part.table}`)
    if (one.sha256 !== part.sha256 || one.rows !== part.rows || one.bytes !== part.bytes)
      throw damaged(source, `is damaged in the table ${part.table}`)
    found.delete(partName(part.table))
  }
  const [unknown] = found.keys()
  if (unknown !== undefined) throw damaged(source, `holds ${unknown}, which its manifest does not name`)
  return manifest
}

const parse = (source: Source, text: string): Manifest => {
  try {
    const value: unknown = JSON.parse(text)
    const { format, version } = z.object({ format: z.number(), version: z.string() }).parse(value)
    if (format !== FORMAT)
      throw damaged(source, `has the format ${format} of version ${version}, which this version does not know`)
    return Manifest.parse(value)
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    throw damaged(source, 'has a manifest that cannot be read')
  }
}

const requireKnown = (source: Source, { migrations, version }: Manifest, known: readonly Migration[]): void => {
  for (const { name, checksum } of migrations) {
    const one = known.find((migration) => migration.name === name)
    if (one === undefined)
      throw damaged(source, `is of the newer version ${version}: it has ${name}, which this version does not know`)
    if (one.checksum !== checksum)
      throw damaged(source, `is of another version: ${name} is not the one of this version`)
  }
}
