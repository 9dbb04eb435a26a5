import { sendMessages } from '../messages/send.ts'
import { sendPushes } from '../messages/send-pushes.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'

/** Fills messages in and hands them on, as the job does. */
export const sendWaitingMessages = async ({ deps }: TestServer): Promise<void> => {
  await runJob(deps, sendMessages())
  await runJob(deps, sendPushes)
}
