import type { Deps } from '../deps.ts'
import { mailAddressOf } from '../messages/mail-address.ts'
import { mailServerOf } from '../settings/mail-server.ts'
import type { At } from './change-step.ts'
import { asText, decisionOf, letterOf } from './letter.ts'

/**
 * Sends a letter by e-mail, in large print, where the passenger, or who answers for them, has an address and mail can
 * leave. Answers whether it was.
 */
export const mailLetter = async (
  deps: Deps,
  { tx, step, now, today }: At,
  what: 'letter' | 'decision',
): Promise<boolean> => {
  if ((await mailServerOf(tx, deps.config)) === null) return false
  const email = await mailAddressOf(tx, step.traveler_id)
  if (email === null) return false
  const letter =
    what === 'letter'
      ? await letterOf(deps, tx, step, { now, today })
      : await decisionOf(deps, tx, step, { now, today })
  if (letter === null) return false
  await deps.mailer.send(tx, {
    to: email,
    traveler_id: step.traveler_id,
    expires_at: null,
    large_print: true,
    subject: letter.title,
    text: asText(letter),
  })
  return true
}
