import { setTimeout } from 'node:timers/promises'
import { isUrgent } from '@ambit/domain'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { type Claimed, claim, later, type Outcome, settle, takeOver } from './attempts.ts'
import { giveBackForgotten } from './call-tasks.ts'
import { createLinks } from './link.ts'
import { loseSense } from './lose-sense.ts'
import { prepareMessages } from './prepare.ts'
import { type Gateway, gatewayOf, type SmsAnswer } from './sms/gateway.ts'

/** So many SMS are handed over in a second at most. */
const A_SECOND = 10
const SECOND_MS = 1000
/** No further SMS is begun after this, in milliseconds, so that the last ones end within the job's deadline. */
const BEGIN_MS = 30_000
/** Fills messages in and hands them on. A gateway that hangs holds up this job alone. */
export const sendMessages = (): Job => {
  let lastBatch = -Infinity
  return {
    name: 'messages.send',
    every: 2000,
    run: async (deps, signal) => {
      const { clock, config } = deps
      const until = clock.monotonic() + BEGIN_MS
      const gateway = gatewayOf(config)
      await giveBackForgotten(deps, signal)
      await loseSense(deps.db, clock.now())
      await takeOver(deps, 'sms', gateway?.knowsIds ?? false)
      while (!signal.aborted && clock.monotonic() < until) if ((await prepareMessages(deps)) === 0) break
      if (gateway === null) return
      while (!signal.aborted && clock.monotonic() < until) {
        await setTimeout(Math.max(0, lastBatch + SECOND_MS - clock.monotonic()))
        const claimed = await claim(deps, 'sms', A_SECOND)
        if (claimed.length === 0) return
        lastBatch = clock.monotonic()
        await Promise.all(claimed.map((message) => hand(deps, gateway, message)))
        // None is left: what comes meanwhile is for the next run.
        if (claimed.length < A_SECOND) return
      }
    },
  }
}

const hand = async (deps: Deps, gateway: Gateway, message: Claimed): Promise<void> => {
  const { id, attempts, recipient } = message
  const text = await (await createLinks(deps)).withCode(message.text, message)
  const sms = { id: `ambit-${id}`, to: recipient ?? '', text }
  const answer = await inSpan('sms', { message: id, attempts }, () => gateway.send(sms))
  if (answer.kind !== 'accepted') deps.log.warn({ message: id, attempts, answer: answer.kind }, 'an SMS was not taken')
  await settle(deps, id, outcomeOf(deps, gateway, message, answer))
}

const outcomeOf = (deps: Pick<Deps, 'clock'>, { knowsIds }: Gateway, message: Claimed, answer: SmsAnswer): Outcome => {
  if (answer.kind === 'accepted')
    return { state: 'sent', reason: null, provider_id: answer.provider_id, next_attempt_at: null }
  const { reason } = answer
  if (answer.kind === 'unknown' && !isUrgent(message.event) && !knowsIds) return { state: 'unsure', reason }
  return answer.kind === 'refused' ? { state: 'failed', reason } : later(deps, message, reason)
}
