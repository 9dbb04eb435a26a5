import type { Dispatcher } from 'undici'
import { isUrgent } from '@ambit/domain'
import { inSpan } from '../context/span.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { type Claimed, claim, later, type Outcome, settle, takeOver } from './attempts.ts'
import { callPushService, type Push, type PushAnswer } from './push/call.ts'
import { pushToDrivers } from './push-to-drivers.ts'
import { followPushes } from './follow-pushes.ts'
import { pushAgent } from './push/services.ts'
import { messageToken } from './push/token.ts'
import { browsersOf, endSubscription, type Subscriber } from './push/subscribe.ts'

const AT_ONCE = 20
/** No further push is begun after this, in milliseconds, so that the last ones end within the job's deadline. */
const BEGIN_MS = 30_000
/** Seconds for which a push service keeps a push for a device that is off. */
const TTL_S = 12 * 3600
const SHORT_TTL_S = 5 * 60
/** What is urgent goes another way when so many attempts have failed. */
const URGENT_ATTEMPTS = 3

/** Hands pushes to the browsers' push services. One that hangs holds up this job alone. */
export const sendPushes: Job = {
  name: 'messages.push',
  every: 2000,
  run: async (deps, signal) => {
    const until = deps.clock.monotonic() + BEGIN_MS
    const agent = pushAgent(deps.config)
    try {
      // A browser shows one notification for each booking, so a push that is sent again does no harm.
      await takeOver(deps, 'push', true)
      while (!signal.aborted && deps.clock.monotonic() < until) {
        const claimed = await claim(deps, 'push', AT_ONCE)
        if (claimed.length === 0) break
        await Promise.all(claimed.map((message) => hand(deps, agent, message)))
      }
      await pushToDrivers(deps, (driver, push) => pushTo(deps, agent, { kind: 'driver', id: driver }, push))
      await followPushes(deps.db, deps.clock.now())
    } finally {
      await agent.close()
    }
  },
}

/** To every browser of the person. Those that have ended their subscription are forgotten. */
const pushTo = async (deps: Deps, agent: Dispatcher, who: Subscriber, push: Push): Promise<PushAnswer[]> =>
  Promise.all(
    (await browsersOf(deps, who)).map(async (browser) => {
      const answer = await callPushService(deps, agent, browser, push)
      if (answer.kind === 'gone') await endSubscription(deps, browser.id)
      return answer
    }),
  )

const hand = async (deps: Deps, agent: Dispatcher, message: Claimed): Promise<void> => {
  const { id, attempts, event, person_id, service_request_id: booking } = message
  const push: Push = {
    payload: {
      title: message.subject ?? '',
      text: message.text,
      link: `/Ride/rides/${booking}`,
      topic: `booking-${booking}`,
      shown: await messageToken(deps, 'shown', id),
    },
    ttl: event === 'arriving' || event === 'arrived' ? SHORT_TTL_S : TTL_S,
    urgent: isUrgent(event),
  }
  const passenger = { kind: 'passenger', id: person_id } as const
  const answers = await inSpan('push', { message: id, attempts }, () => pushTo(deps, agent, passenger, push))
  const outcome = outcomeOf(deps, message, answers)
  if (outcome.state !== 'sent') deps.log.warn({ message: id, attempts }, 'a push was not taken')
  await settle(deps, id, outcome)
}

/** Sent where one browser's service has taken it; tried again where one may. */
const outcomeOf = (deps: Deps, message: Claimed, answers: readonly PushAnswer[]): Outcome => {
  if (answers.some(({ kind }) => kind === 'accepted')) return { state: 'sent', reason: null, next_attempt_at: null }
  const reasons = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []))
  const reason = reasons[0] ?? 'No browser takes pushes any more'
  const waits = answers.some(({ kind }) => kind === 'later')
  if (!waits || (isUrgent(message.event) && message.attempts >= URGENT_ATTEMPTS)) return { state: 'failed', reason }
  return later(deps, message, reason)
}
