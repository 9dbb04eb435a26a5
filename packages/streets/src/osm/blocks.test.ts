import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { expect, it } from 'vitest'
import { readBlocks } from './blocks.ts'

const framed = (kind: string, unpacked: Uint8Array): Buffer => {
  const blob = new PbfWriter()
  blob.writeBytesField(3, deflateSync(unpacked))
  const blobBytes = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, kind)
  header.writeVarintField(3, blobBytes.length)
  const headerBytes = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerBytes.length)
  return Buffer.concat([length, headerBytes, blobBytes])
}

/** One block of dense nodes, whose ids are these bytes. */
const denseNodes = (ids: Uint8Array): Uint8Array => {
  const block = new PbfWriter()
  block.writeMessage(
    2,
    (_block, group) => group.writeMessage(2, (_group, dense) => dense.writeBytesField(1, ids), null),
    null,
  )
  return block.finish()
}

const refusal = async (data: Uint8Array): Promise<unknown> => {
  const folder = await mkdtemp(join(tmpdir(), 'ambit-blocks-'))
  try {
    const file = join(folder, 'small.osm.pbf')
    const whole = Buffer.concat([framed('OSMHeader', new Uint8Array()), framed('OSMData', data)])
    expect(whole.length).toBeLessThan(100_000)
    await writeFile(file, whole)
    const blocks = readBlocks(file)
    while ((await blocks.next()).done !== true);
    return null
  } catch (error) {
    return error
  } finally {
    await rm(folder, { recursive: true })
  }
}

const tooLarge = { code: 'not_pbf', message: expect.stringMatching(/block that is larger than the PBF format allows/) }

it('refuses a small file that unpacks to more than a block may hold', async () => {
  expect(await refusal(new Uint8Array(33 * 1024 * 1024))).toMatchObject(tooLarge)
})

it('refuses a small file with millions of nodes in one block', async () => {
  expect(await refusal(denseNodes(new Uint8Array(8_000_000)))).toMatchObject(tooLarge)
  expect(await refusal(denseNodes(new Uint8Array(8000)))).toBeNull()
})
