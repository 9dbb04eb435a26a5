import { watchLooks } from '../access-events/unusual.ts'
import { pruneAccess } from '../access/prune.ts'
import { checkJob } from '../audit/check.ts'
import { sealJob } from '../audit/seal.ts'
import { backUpDaily } from '../backup/daily.ts'
import type { Config } from '../config.ts'
import { writePacks } from '../continuity/write-packs.ts'
import { maintainDatabase } from '../database/maintain.ts'
import { planningJobs } from '../planning/jobs.ts'
import { pruneLiveEvents } from '../live/prune.ts'
import { workOutFixes } from '../exceptions/fixes/work-out.ts'
import { watchPlans } from '../exceptions/watch/plans.ts'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { eraseDue } from '../erasures/erase-due.ts'
import { deliverMail } from '../mail/deliver.ts'
import { mailSeals } from '../mail/mail-seals.ts'
import { findMessages } from '../messages/find.ts'
import { sendPushes } from '../messages/send-pushes.ts'
import { sendMessages } from '../messages/send.ts'
import { sendAnswers } from '../sms-replies/send-answers.ts'
import { countAtNight } from '../promises/count.ts'
import { learnAtNight } from '../travel-factors/learn.ts'
import type { Job } from '../jobs/runner.ts'
import { remindOfRequests } from '../privacy-requests/remind.ts'
import { sendPayments } from '../payments/send.ts'
import { measureStatus } from '../status/measure.ts'
import { measureRoom } from '../room/measure.ts'
import { removeAtNight } from '../retention/remove.ts'
import { serveWaiting } from '../waitlist-entries/serve.ts'
import { proposeSteps } from '../suspensions/propose.ts'
import { makeSeries } from '../booking-series/run.ts'

/** Nothing wakes judging on a clock that is moved by hand, where vehicles report once a minute. Milliseconds */
const SIMULATED_EVERY = 15_000
/** Recurring journeys and the waiting list are looked at so often there. Milliseconds */
const SIMULATED_JOURNEYS_EVERY = 60_000
/** Mail is sent so often there, at moments at which other jobs run as well. Milliseconds */
const SIMULATED_MAIL_EVERY = 30_000

/** Every job of the server, in one list. */
const jobs: readonly Job[] = [pruneAccess, pruneLiveEvents, removeAtNight, ...planningJobs, learnAtNight, countAtNight]

/**
 * Fares are sent only where there is a card provider. A mail server may be named in the settings at any time, but not on a
 * simulated day. Only the embedded database has to be looked after. Simulated days come out the same without that, without
 * seals, without the service's status and room, and without telling anybody. They judge what needs a person, and deal with
 * recurring journeys and the waiting list, where they are asked to.
 */
export const jobsFor = ({
  smtpUrl,
  databaseUrl,
  clock,
  cards,
  backupFolder,
  continuityFolders,
}: Pick<
  Config,
  'smtpUrl' | 'databaseUrl' | 'clock' | 'cards' | 'backupFolder' | 'continuityFolders'
>): readonly Job[] => [
  ...jobs,
  ...(clock.kind !== 'virtual'
    ? [deliverMail]
    : smtpUrl === null
      ? []
      : [{ ...deliverMail, every: SIMULATED_MAIL_EVERY }]),
  ...(cards.kind === 'stripe' ? [sendPayments] : []),
  ...(clock.kind === 'virtual'
    ? [
        ...(clock.judged ? [watchExceptions(SIMULATED_EVERY)] : []),
        ...(clock.journeys
          ? [serveWaiting(), makeSeries].map((job) => ({ ...job, every: SIMULATED_JOURNEYS_EVERY }))
          : []),
      ]
    : [
        sealJob,
        checkJob,
        mailSeals,
        watchExceptions(),
        watchPlans,
        workOutFixes,
        measureStatus(),
        measureRoom,
        remindOfRequests,
        eraseDue,
        watchLooks,
        serveWaiting(),
        makeSeries,
        proposeSteps,
        findMessages,
        sendMessages(),
        sendPushes,
        sendAnswers,
      ]),
  ...(backupFolder !== null && clock.kind === 'real' ? [backUpDaily] : []),
  ...(continuityFolders.length > 0 && clock.kind !== 'virtual' ? [writePacks] : []),
  ...(databaseUrl === null && clock.kind !== 'virtual' ? [maintainDatabase] : []),
]
