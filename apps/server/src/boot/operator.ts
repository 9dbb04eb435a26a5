import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { workFolder } from '../backup/make.ts'
import { forbidden } from '../http/errors.ts'
import { fromThisMachine } from '../http/caller.ts'

/**
 * The embedded database belongs to the server's process, so the command line asks the server for a copy of it. The
 * address and a key that is good until the server ends lie in the data folder, which only its owner reads.
 */
const fileIn = (dataFolder: string): string => join(dataFolder, 'operator.json')
const PATH = '/operator/copy'

/** The server copies at the pace of its disk. */
const COPIED_WITHIN = 30 * 60_000

const Door = z.object({ url: z.string(), key: z.string() })

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Answers what opens the door when the server listens, and closes it. */
export const admitOperator = (
  app: FastifyInstance,
  { config, snapshots: { copyTo }, random }: Pick<Deps, 'config' | 'snapshots' | 'random'>,
): { open: (url: string) => Promise<void>; close: () => Promise<void> } => {
  if (copyTo === null) return { open: async () => {}, close: async () => {} }
  const key = random.token(32)
  const file = fileIn(config.dataFolder)
  app.post(PATH, async (request, reply) => {
    const known = timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${key}`))
    if (!known || !fromThisMachine(request)) throw forbidden('This is for the command line of the same machine')
    await copyTo(join(workFolder(config.dataFolder), 'database'))
    return reply.status(204).send()
  })
  return {
    open: (url) => writeFile(file, JSON.stringify({ url, key }), { mode: 0o600 }),
    close: () => rm(file, { force: true }),
  }
}

/** Asks the running server for a copy of its database in the work folder. Throws one sentence. */
export const askForCopy = async (dataFolder: string): Promise<void> => {
  const silent = new Error(`The server that runs on ${dataFolder} does not answer: try again, or stop it first.`)
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => {
    throw silent
  })
  const { url, key } = Door.parse(JSON.parse(text))
  const answer = await fetch(`${url}${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(COPIED_WITHIN),
  }).catch(() => {
    throw silent
  })
  if (!answer.ok) throw new Error(`The server could not copy its database: ${answer.status} ${await answer.text()}`)
}
