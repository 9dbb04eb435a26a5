import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { BackupRefused } from './manifest.ts'

type Chunks = AsyncIterable<Uint8Array>
type Bytes = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>

/** Node declares its web streams apart from those of browsers; they are the same. */
const webStream = (source: Chunks): Bytes => Readable.toWeb(Readable.from(source)) as unknown as Bytes

const chunksOf = (stream: unknown): Chunks => stream as ReadableStream<Uint8Array> // as above; Node's can be iterated

/** For whom a backup is encrypted. `own` opens it as long as this process keeps it, to read back what was written. */
export type Recipients = { encrypter: Encrypter; own: string }

/** Throws BackupRefused for what is no age key. */
export const recipientsOf = async (keys: readonly string[]): Promise<Recipients> => {
  const encrypter = new Encrypter()
  for (const key of keys) {
    try {
      encrypter.addRecipient(key)
    } catch {
      throw new BackupRefused(`"${key}" is not a key of age, which begins with age1.`)
    }
  }
  // A file is as safe against quantum computers as the weakest of its keys.
  const hybrid = keys.every((key) => key.startsWith('age1pq1'))
  const own = await (hybrid ? generateHybridIdentity() : generateX25519Identity())
  encrypter.addRecipient(await identityToRecipient(own))
  return { encrypter, own }
}

export async function* encrypt({ encrypter }: Recipients, source: Chunks): AsyncGenerator<Uint8Array> {
  yield* chunksOf(await encrypter.encrypt(webStream(source)))
}

/** Throws BackupRefused when none of the identities opens the file, or it was altered. */
export async function* decrypt(identities: readonly string[], source: Chunks): AsyncGenerator<Uint8Array> {
  if (identities.length === 0)
    throw new BackupRefused('This backup is encrypted: name a file with its key (--identity).')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* chunksOf(await decrypter.decrypt(webStream(source)))
  } catch (error) {
    if (!(error instanceof Error) || error instanceof BackupRefused) throw error
    throw new BackupRefused(
      error.message.startsWith('no identity matched')
        ? 'None of the given keys opens this backup.'
        : `The encrypted backup is cut short or damaged: ${error.message}.`,
    )
  }
}
