import type { Streets } from '@ambit/streets'
import { createLooks } from '../../apps/server/src/access-events/looks.ts'
import { createClockWatch } from '../../apps/server/src/clock/watch.ts'
import type { Database } from '../../apps/server/src/database/connect.ts'
import { createEnding, type Deps } from '../../apps/server/src/deps.ts'
import { createRunningJobs } from '../../apps/server/src/jobs/runner.ts'
import { createLiveBus } from '../../apps/server/src/live/create-bus.ts'
import { createMailer } from '../../apps/server/src/mail/outbox.ts'
import { createMeasures } from '../../apps/server/src/observe/measures.ts'
import { createPlanningState } from '../../apps/server/src/planning/state.ts'
import { createPushKeys } from '../../apps/server/src/messages/push/vapid.ts'
import { createSigningSecret } from '../../apps/server/src/sessions/tokens.ts'
import { createFeatureFlags } from '../../apps/server/src/settings/flags.ts'
import type { Config } from '../../apps/server/src/config.ts'
import { createTestClock, type TestClock } from '../../apps/server/src/testing/clock.ts'
import { createSeededRandom } from '../../apps/server/src/testing/random.ts'
import { testConfig } from '../../apps/server/src/testing/server.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

type Given = {
  database: Database
  /** when the server's clock begins; it stands still until it is moved */
  now: Date | string
  seed: number
  streets: Streets | null
  config?: Partial<Config> | undefined
}

export type BenchDeps = Deps & { clock: TestClock }

/** What a server of a benchmark works with. */
export const benchDeps = async (given: Given): Promise<BenchDeps> => {
  const { database, now, seed, streets } = given
  const { db } = database
  const clock = createTestClock(now)
  const random = createSeededRandom(seed)
  const config = { ...testConfig, seed, checkAnswers: false, ...given.config }
  return {
    db,
    damage: database.damage,
    snapshots: database.snapshots,
    disk: { room: () => null, low: () => false },
    clock,
    clockWatch: createClockWatch(clock, silent),
    random,
    mailer: createMailer(clock),
    payments: { current: async () => null },
    streets: { current: () => streets, folder: () => null },
    log: silent,
    config,
    live: await createLiveBus(database, silent),
    planning: createPlanningState(),
    jobs: createRunningJobs('bench', db),
    ending: createEnding(),
    ...createMeasures(),
    usage: database.usage,
    tracing: null,
    flags: createFeatureFlags({ db, clock, config }),
    signingSecret: createSigningSecret({ db, random }),
    pushKeys: createPushKeys({ db }),
    looks: createLooks({ db, clock, log: silent }),
  }
}
