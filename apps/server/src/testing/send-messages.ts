import { sendMessages } from '../messages/send.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'

/** Fills messages in and hands them on, as the job does. */
export const sendWaitingMessages = ({ deps }: TestServer): Promise<void> => runJob(deps, sendMessages)
