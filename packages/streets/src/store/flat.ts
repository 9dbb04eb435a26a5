import { open, readFile } from 'node:fs/promises'
import { explainWriteError } from '../osm/errors.ts'

/**
 * A file of named number arrays that loads without parsing: magic, length of a JSON directory, the directory, then
 * each array at a multiple of 8 bytes in the machine's own (little-endian) order.
 */
const MAGIC = 'AMBITFLT'
const ALIGN = 8

export type NumberArray = Int32Array | Uint8Array
export type FlatFile = {
  meta: Record<string, unknown>
  has: (name: string) => boolean
  int32: (name: string) => Int32Array
  uint8: (name: string) => Uint8Array
}

type Kind = 'int32' | 'uint8'
type Section = { name: string; kind: Kind; offset: number; length: number }

const kindOf = (array: NumberArray): Kind => (array instanceof Int32Array ? 'int32' : 'uint8')
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN

/** Writes and flushes the file. Throws ExtractError disk_full when there is no room. */
export const writeFlat = async (
  file: string,
  meta: Record<string, unknown>,
  arrays: Readonly<Record<string, NumberArray>>,
): Promise<void> => {
  const sections: Section[] = []
  let offset = 0
  for (const [name, array] of Object.entries(arrays)) {
    sections.push({ name, kind: kindOf(array), offset, length: array.length })
    offset += aligned(array.byteLength)
  }
  const directory = Buffer.from(JSON.stringify({ meta, sections }))
  const head = Buffer.alloc(aligned(MAGIC.length + 8 + directory.length))
  head.write(MAGIC, 0, 'latin1')
  head.writeUInt32LE(directory.length, MAGIC.length)
  directory.copy(head, MAGIC.length + 8)
  try {
    const handle = await open(file, 'w')
    try {
      await handle.writeFile(head)
      for (const array of Object.values(arrays)) {
        await handle.writeFile(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
        await handle.writeFile(Buffer.alloc(aligned(array.byteLength) - array.byteLength))
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw explainWriteError(error, file)
  }
}

type Directory = { meta: Record<string, unknown>; sections: Section[] }

/** Throws when the file is not one that `writeFlat` wrote whole. */
export const readFlat = async (file: string): Promise<FlatFile> => {
  const bytes = await readFile(file)
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${file} is not a street data file.`)
  const directoryLength = bytes.readUInt32LE(MAGIC.length)
  const base = aligned(MAGIC.length + 8 + directoryLength)
  // The cast: JSON that writeFlat made; the magic word vouches for it.
  const { meta, sections } = JSON.parse(
    bytes.toString('utf8', MAGIC.length + 8, MAGIC.length + 8 + directoryLength),
  ) as Directory
  const find = (name: string, kind: Kind, size: number): Section => {
    const section = sections.find((candidate) => candidate.name === name && candidate.kind === kind)
    if (!section || base + section.offset + section.length * size > bytes.length) {
      throw new Error(`${file} is incomplete: import the streets again.`)
    }
    return section
  }
  // A Buffer of this size owns its memory and begins at a multiple of 8; a copy is the way out where it does not.
  const memory = bytes.byteOffset % ALIGN === 0 ? bytes : new Uint8Array(bytes)
  return {
    meta,
    has: (name) => sections.some((section) => section.name === name),
    int32: (name) => {
      const { offset, length } = find(name, 'int32', 4)
      return new Int32Array(memory.buffer, memory.byteOffset + base + offset, length)
    },
    uint8: (name) => {
      const { offset, length } = find(name, 'uint8', 1)
      return new Uint8Array(memory.buffer, memory.byteOffset + base + offset, length)
    },
  }
}
