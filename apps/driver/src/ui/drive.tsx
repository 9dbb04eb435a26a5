import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { CheckLabel } from '@ambit/contract'
import type { Device, DeviceState } from '../device/device.ts'
import type { Say } from '../texts/catalogue.ts'
import { type Language, localeOf, sayIn } from '../texts/say.ts'
import { type Times, timesIn } from '../texts/times.ts'
import { type Preferences, preferences } from './preferences.ts'

type Drive = {
  device: Device
  state: DeviceState
  preferences: Preferences
  say: Say
  language: Language
  /** a number as the language writes it */
  figure: (number: number) => string
  /** what staff wrote, in the app's language, or in English where it is missing there */
  label: (label: CheckLabel) => string
  /** by the clocks of the open trip's zone, else of the device */
  times: Times
  timesAt: (timeZone: string) => Times
}

const DriveContext = createContext<Drive | null>(null)

/** What every screen works with: the device, the texts in its language, and the zone's clocks. */
export const DriveProvider = ({ device, children }: { device: Device; children: ReactNode }) => {
  const state = useSyncExternalStore(device.subscribe, device.state)
  const prefers = useSyncExternalStore(preferences.subscribe, preferences.state)
  const zone = state.open?.manifest.time_zone ?? null
  const words = useMemo(() => {
    const { language, locale } = localeOf(prefers.language, navigator.languages)
    const timesAt = (timeZone: string): Times => timesIn(locale, timeZone)
    const label = (one: CheckLabel): string => one[language] || one.en
    const figures = new Intl.NumberFormat(locale)
    return {
      language,
      figure: (number: number) => figures.format(number),
      label,
      say: sayIn(language, locale),
      times: timesIn(locale, zone),
      timesAt,
    }
  }, [prefers.language, zone])
  useEffect(() => {
    document.documentElement.lang = words.language
    document.title = words.say('app_name')
  }, [words])
  const drive = useMemo(
    () => ({
      device,
      state,
      preferences: prefers,
      language: words.language,
      figure: words.figure,
      say: words.say,
      label: words.label,
      times: words.times,
      timesAt: words.timesAt,
    }),
    [device, state, prefers, words],
  )
  return <DriveContext value={drive}>{children}</DriveContext>
}

export const useDrive = (): Drive => {
  const drive = use(DriveContext)
  if (drive === null) throw new Error('There is no DriveProvider above')
  return drive
}

/** The right time, ms, read again each second and with each change. */
export const useNow = (): number => {
  const { device } = useDrive()
  const [now, setNow] = useState(device.now)
  useEffect(() => {
    const read = (): void => setNow(device.now())
    const timer = setInterval(read, 1000)
    const end = device.subscribe(read)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [device])
  return now
}
