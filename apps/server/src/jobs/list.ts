import { pruneAccess } from '../access/prune.ts'
import type { Config } from '../config.ts'
import { dispatchJobs } from '../dispatch/jobs.ts'
import { pruneLiveEvents } from '../live/prune.ts'
import { deliverMail } from '../mail/deliver.ts'
import type { Job } from './runner.ts'

/** Every job of the server, in one list. */
const jobs: readonly Job[] = [pruneAccess, pruneLiveEvents, ...dispatchJobs]

/** Mail is handed on only where there is a mail server: a simulated day has better things to do every five seconds. */
export const jobsFor = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): readonly Job[] =>
  smtpUrl === null ? jobs : [...jobs, deliverMail]
