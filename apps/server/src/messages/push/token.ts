import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'

type Signing = Pick<Deps, 'signingSecret'>

const TOKEN = /^(\d{1,9})\.([A-Za-z0-9_-]{43})$/

const signatureOf = async ({ signingSecret }: Signing, purpose: 'shown' | 'unsubscribe', id: number): Promise<Buffer> =>
  createHmac('sha256', await signingSecret())
    .update(`${purpose} ${id}`)
    .digest()

/** Names a message to whoever was sent it, for one purpose. */
export const messageToken = async (deps: Signing, purpose: 'shown' | 'unsubscribe', id: number): Promise<string> =>
  `${id}.${(await signatureOf(deps, purpose, id)).toString('base64url')}`

/** 404 for one that was not made here for this purpose. */
export const messageOfToken = async (
  deps: Signing,
  purpose: 'shown' | 'unsubscribe',
  token: string,
): Promise<number> => {
  const [, digits, signature] = TOKEN.exec(token) ?? []
  if (digits === undefined || signature === undefined) throw notFound()
  const id = Number(digits)
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), await signatureOf(deps, purpose, id))) throw notFound()
  return id
}
