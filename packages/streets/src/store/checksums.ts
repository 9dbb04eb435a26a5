import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** CRC-32 of each file of a data set by its name, in hexadecimal. */
export type Checksums = Readonly<Record<string, string>>

const CHUNK_BYTES = 1 << 20

const checksumOf = async (file: string): Promise<string> => {
  let checksum = 0
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }))
    checksum = crc32(chunk as Buffer, checksum) // a stream without an encoding reads buffers
  return checksum.toString(16).padStart(8, '0')
}

/** Of every file in the folder but these. */
export const checksumsOf = async (folder: string, without: readonly string[]): Promise<Checksums> => {
  const names = (await readdir(folder)).filter((name) => !without.includes(name)).toSorted()
  const checksums: Record<string, string> = {}
  for (const name of names) checksums[name] = await checksumOf(join(folder, name))
  return checksums
}

/** The name of the first file that is not as it was written, or null. Throws ENOENT where one is missing. */
export const findDamaged = async (folder: string, checksums: Checksums): Promise<string | null> => {
  for (const [name, written] of Object.entries(checksums))
    if ((await checksumOf(join(folder, name))) !== written) return name
  return null
}
