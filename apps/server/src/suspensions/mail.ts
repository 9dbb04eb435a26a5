import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
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
  const { rows } = await sql<{ email: string | null }>`select w.email from travelers t
    join travelers w on w.id = coalesce((select h.helper_id from traveler_helpers h where h.traveler_id = t.id
      and h.household and t.email is null and t.phone_number is null), t.id)
    where t.id = ${step.traveler_id} and t.restriction is null and w.restriction is null
      and w.email not like '%.invalid'`.execute(tx)
  const email = rows[0]?.email
  if (email == null || email === '') return false
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
