import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'

const APT = '/usr/bin/apt-get'
/** The one without windows needs a fifth less time for the same stories. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const found = (): string | null => {
  const named = process.env['PLAYWRIGHT_CHROMIUM']
  const candidates = [...(named === undefined ? [] : [named]), ...usual, chromium.executablePath()]
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null
}

/** A Chromium to run: the one named by PLAYWRIGHT_CHROMIUM, the system's, Playwright's own; else one is installed. */
export const chromiumPath = (): string => {
  const present = found()
  if (present !== null) return present
  process.stderr.write('No Chromium found: installing one.\n')
  if (process.getuid?.() === 0 && existsSync(APT)) {
    execFileSync(APT, ['update', '-q'], { stdio: 'inherit' })
    try {
      execFileSync(APT, ['install', '-y', '-q', 'chromium-headless-shell'], { stdio: 'inherit' })
    } catch {
      // A distribution that has no such package.
      execFileSync(APT, ['install', '-y', '-q', 'chromium'], { stdio: 'inherit' })
    }
  } else execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const installed = found()
  if (installed === null) throw new Error('Chromium could not be installed. Name one in PLAYWRIGHT_CHROMIUM.')
  return installed
}

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath() })

export type { Page }
