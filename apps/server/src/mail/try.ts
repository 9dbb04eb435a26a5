import type { MailTest } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { HostRefused, openPost, TooSlow } from './server.ts'

const MOST_SAID = 300

/** Sends one mail by the server as it is set, past the outbox, and tells what came of it. */
export const tryMail = async ({ db, config }: Pick<Deps, 'db' | 'config'>, to: string): Promise<MailTest> => {
  const post = await openPost({ db, config })
  if (post === null) return { outcome: 'no_server', to, said: null }
  const { appName } = await shownSettings(db, config)
  const subject = `A test of mail from ${appName}`
  const text = `${appName} can send mail: somebody has pressed Send a test on the page Settings, signed in as you.`
  try {
    await post.send({ to, subject, text, reply_to: null, html: false })
    return { outcome: 'sent', to, said: null }
  } catch (error) {
    return { ...judged(error), to }
  } finally {
    post.close()
  }
}

const codesOf = (error: object): string[] =>
  ['code', 'originalCode'].flatMap((key) => {
    const code: unknown = Reflect.get(error, key)
    return typeof code === 'string' ? [code] : []
  })

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_/

/** What went wrong, by word: the error's own message may tell of the inside of a network. */
const judged = (error: unknown): Pick<MailTest, 'outcome' | 'said'> => {
  const [codes, said] = [typeof error === 'object' && error !== null ? codesOf(error) : [], null]
  const is = (...known: string[]): boolean => codes.some((code) => known.includes(code))
  if (error instanceof HostRefused) return { outcome: 'not_allowed', said }
  if (is('ENOTFOUND', 'EAI_AGAIN', 'EDNS', 'ENODATA')) return { outcome: 'no_such_host', said }
  if (is('ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH')) return { outcome: 'refused', said }
  if (error instanceof TooSlow || is('ETIMEDOUT')) return { outcome: 'timeout', said }
  if (is('EAUTH', 'ENOAUTH')) return { outcome: 'sign_in', said }
  if (codes.some((code) => certificate.test(code)) || saysCertificate(error)) return { outcome: 'certificate', said }
  if (is('ETLS') || codes.some((code) => code.startsWith('ERR_SSL'))) return { outcome: 'encryption', said }
  if (is('EENVELOPE', 'EMESSAGE')) return { outcome: 'rejected', said: answerOf(error) }
  return { outcome: 'failed', said }
}

const saysCertificate = (error: unknown): boolean => error instanceof Error && /certificate/i.test(error.message)

const answerOf = (error: unknown): string | null => {
  const answer: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'response') : null
  return typeof answer === 'string' ? answer.slice(0, MOST_SAID) : null
}
