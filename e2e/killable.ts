import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

/** A phone whose browser keeps what it keeps in a folder of its own, and can be killed. */
export type KillablePhone = {
  /** of the browser that is open */
  page: () => Page
  /** Opens the browser again on what it kept, with a signal or without, as it was where that is not said. */
  open: (signal?: boolean) => Promise<Page>
  setSignal: (signal: boolean) => Promise<void>
  /** Ends the browser as it ends by itself. */
  close: () => Promise<void>
  /** `kill -9` of each of its processes. */
  kill: () => Promise<void>
  /** Closes it and forgets what it kept. */
  remove: () => Promise<void>
}

type Process = { type: string; id: number }

/** The browser first: the others are its own. */
const processesOf = async (context: BrowserContext): Promise<number[]> => {
  const session = await context.browser()?.newBrowserCDPSession()
  const answer = await session?.send('SystemInfo.getProcessInfo')
  const processes: Process[] = answer?.processInfo ?? []
  return processes.toSorted((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser')).map(({ id }) => id)
}

const killed = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended with the browser.
  }
}

/** `prepare`: what every page of it begins with. */
export const killablePhone = async (
  baseURL: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<KillablePhone> => {
  const profile = mkdtempSync(join(tmpdir(), 'ambit-phone-'))
  let signal = true
  const launch = async (): Promise<{ context: BrowserContext; page: Page; processes: number[] }> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      baseURL,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-AU',
      timezoneId: 'Australia/Brisbane',
    })
    await context.setOffline(!signal)
    await prepare(context)
    return { context, page: context.pages()[0] ?? (await context.newPage()), processes: await processesOf(context) }
  }
  let own = await launch()
  return {
    page: () => own.page,
    open: async (wanted = signal) => {
      signal = wanted
      own = await launch()
      return own.page
    },
    setSignal: async (wanted) => {
      signal = wanted
      await own.context.setOffline(!signal)
    },
    close: () => own.context.close(),
    kill: async () => {
      const gone = new Promise((done) => own.context.once('close', done))
      for (const id of own.processes) killed(id)
      await gone
    },
    remove: async () => {
      await own.context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
