import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { ExtractError, systemCode } from './errors.ts'

// The file is a sequence of [length, BlobHeader, Blob]. The framing is read here rather than by the parser's stream,
// which drops errors of the file below it, crashes on an empty file and cannot tell "cut off" from "something else".
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024
/** The format's own limit for a block that is unpacked. */
const UNPACKED = { maxOutputLength: 32 * 1024 * 1024 }
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])

type FileBlock = { kind: string; blob: Uint8Array; end: number }
export type Block = { data: Buffer; end: number }

const notPbf = (file: string, cause?: unknown): ExtractError =>
  new ExtractError('not_pbf', `${file} is not an OpenStreetMap extract in PBF format.`, { cause })
const truncated = (file: string): ExtractError =>
  new ExtractError('truncated', `${file} is cut off: it ends in the middle of a block; download or copy it again.`)

/** A few bytes can unpack to millions of nodes at one place. */
const tooFull = (file: string): ExtractError =>
  new ExtractError('not_pbf', `${file} holds a block that is larger than the PBF format allows; download it again.`)

const readExactly = async (handle: FileHandle, position: number, length: number): Promise<Buffer | null> => {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) return null
    filled += bytesRead
  }
  return buffer
}

const readFileBlock = async (handle: FileHandle, file: string, position: number, size: number): Promise<FileBlock> => {
  const lengthBytes = await readExactly(handle, position, 4)
  if (lengthBytes === null) throw position === 0 ? notPbf(file) : truncated(file)
  const headerLength = lengthBytes.readUInt32BE(0)
  if (headerLength === 0 || headerLength > MAX_HEADER_BYTES) throw notPbf(file)
  const headerBytes = await readExactly(handle, position + 4, headerLength)
  if (headerBytes === null) throw position === 0 ? notPbf(file) : truncated(file)

  const header = { kind: '', length: -1 }
  try {
    new PbfReader(headerBytes).readFields((tag, into: typeof header, pbf) => {
      if (tag === 1) into.kind = pbf.readString()
      else if (tag === 3) into.length = pbf.readVarint()
    }, header)
  } catch (error) {
    throw notPbf(file, error)
  }
  if (header.length < 0 || header.length > MAX_BLOB_BYTES) throw notPbf(file)
  if (position === 0 && header.kind !== 'OSMHeader') throw notPbf(file)

  const start = position + 4 + headerLength
  const end = start + header.length
  const blob = end > size ? null : await readExactly(handle, start, header.length)
  if (blob === null) throw truncated(file)
  return { kind: header.kind, blob, end }
}

type Packed = { raw: Uint8Array | null; zlib: Uint8Array | null; zstd: Uint8Array | null }

const unpack = (blob: Uint8Array, file: string): Buffer => {
  const packed: Packed = { raw: null, zlib: null, zstd: null }
  try {
    new PbfReader(blob).readFields((tag, into: Packed, pbf) => {
      if (tag === 1) into.raw = pbf.readBytes()
      else if (tag === 3) into.zlib = pbf.readBytes()
      else if (tag === 7) into.zstd = pbf.readBytes()
    }, packed)
    if (packed.zlib) return inflateSync(packed.zlib, UNPACKED)
    if (packed.zstd) return zstdDecompressSync(packed.zstd, UNPACKED)
    if (packed.raw) return Buffer.from(packed.raw)
  } catch (error) {
    throw systemCode(error) === 'ERR_BUFFER_TOO_LARGE' ? tooFull(file) : notPbf(file, error)
  }
  throw new ExtractError('not_pbf', `${file} is packed with LZMA or LZ4, which Ambit cannot read: repack it with zlib.`)
}

const checkFeatures = (header: Buffer, file: string): void => {
  const features: string[] = []
  try {
    new PbfReader(header).readFields((tag, into: string[], pbf) => {
      if (tag === 4) into.push(pbf.readString())
    }, features)
  } catch (error) {
    throw notPbf(file, error)
  }
  const unknown = features.find((feature) => !KNOWN_FEATURES.has(feature))
  if (unknown !== undefined) {
    throw new ExtractError(
      'not_pbf',
      `${file} needs the feature "${unknown}" of the PBF format, which is not supported.`,
    )
  }
}

/** Writers put 8,000 objects into a block; each becomes many times as large in memory. */
const MOST_IN_BLOCK = 1_000_000

/** Numbers of a packed field: each ends in a byte below 128. */
const numbersIn = (bytes: Uint8Array): number => bytes.reduce((count, byte) => (byte < 128 ? count + 1 : count), 0)

/** Throws for a block with more nodes, references and members than any map has in one. */
const checked = (block: Buffer, file: string): Buffer => {
  const sum = { count: 0 }
  const add = (pbf: PbfReader): void => void (sum.count += numbersIn(pbf.readBytes()))
  try {
    // PrimitiveBlock 2: groups; of those 1 nodes, 2 dense nodes (1 ids), 3 ways (8 references), 4 relations (9 members).
    new PbfReader(block).readFields((tag, _sum, groups) => {
      if (tag !== 2) return
      groups.readMessage((kind, _into, group) => {
        sum.count += 1
        if (kind < 2 || kind > 4) return
        const packed = { 2: 1, 3: 8, 4: 9 }[kind]
        group.readMessage((field, _fields, one) => (field === packed ? add(one) : undefined), sum)
      }, sum)
    }, sum)
  } catch (error) {
    throw notPbf(file, error)
  }
  if (sum.count > MOST_IN_BLOCK) throw tooFull(file)
  return block
}

/** Size of an extract in bytes. Throws ExtractError not_found or empty. */
export const extractSize = async (file: string): Promise<number> => {
  try {
    const info = await stat(file)
    if (info.isDirectory()) throw notPbf(file)
    if (info.size === 0) throw new ExtractError('empty', `${file} is empty.`)
    return info.size
  } catch (error) {
    if (error instanceof ExtractError) throw error
    if (systemCode(error) === 'ENOENT') throw new ExtractError('not_found', `${file} does not exist.`, { cause: error })
    throw new ExtractError('not_found', `${file} cannot be read.`, { cause: error })
  }
}

/** The uncompressed data blocks of an extract, in file order; `end` is the position in the file behind the block. */
export async function* readBlocks(file: string): AsyncGenerator<Block> {
  const size = await extractSize(file)
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    throw new ExtractError('not_found', `${file} cannot be read.`, { cause: error })
  }
  try {
    let position = 0
    while (position < size) {
      const frame = await readFileBlock(handle, file, position, size)
      if (frame.kind === 'OSMHeader') checkFeatures(unpack(frame.blob, file), file)
      else if (frame.kind === 'OSMData') yield { data: checked(unpack(frame.blob, file), file), end: frame.end }
      position = frame.end
    }
  } finally {
    await handle.close()
  }
}
