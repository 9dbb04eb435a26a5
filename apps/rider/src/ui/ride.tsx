import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { RideConfig, RidePassenger } from '@ambit/contract'
import type { Calls } from '../api/calls.ts'
import type { Flow } from '../plan/flow.ts'
import type { FlowState } from '../plan/flow-state.ts'
import type { Say } from '../texts/catalogue.ts'
import { type Language, localeOf, sayIn } from '../texts/say.ts'
import { type Times, timesIn } from '../texts/times.ts'
import { chosenLanguage } from './language.ts'

/** What the app works with, made once. */
export type Engine = { calls: Calls; flow: Flow; now: () => number }

type Ride = Engine & {
  config: RideConfig | null
  /** who has signed in, or was until the session ended */
  me: RidePassenger | null
  /** whether the server knows the session */
  isIn: boolean
  setMe: (me: RidePassenger | null) => void
  say: Say
  /** of everything that is said */
  language: Language
  /** by the clocks of a zone; null: of the device */
  timesOf: (zone: string | null) => Times
  /** whom to call who is not about one ride */
  phone: string | null
}

const RideContext = createContext<Ride | null>(null)

type Props = {
  engine: Engine
  config: RideConfig | null
  me: RidePassenger | null
  isIn: boolean
  setMe: (me: RidePassenger | null) => void
  /** kept from the last time that the server was heard */
  phone: string | null
  children: ReactNode
}

/** What a phone installs: the app that the passenger came by. */
const link = (rel: string, href: string): void =>
  document.querySelector(`link[rel="${rel}"]`)?.setAttribute('href', href)

/** What every screen works with: the server, the passenger, and the texts in the passenger's language. */
export const RideProvider = ({ engine, config, me, isIn, setMe, phone, children }: Props) => {
  const chosen = useSyncExternalStore(chosenLanguage.subscribe, chosenLanguage.state)
  const language = me?.language ?? chosen
  const words = useMemo(() => {
    const { language: spoken, locale } = localeOf(language, navigator.languages)
    return { spoken, say: sayIn(spoken, locale), timesOf: (zone: string | null) => timesIn(locale, zone) }
  }, [language])
  const brand = config?.app.brand_name ?? null
  const colour = config?.app.brand_color ?? null
  const logo = config?.app.logo ?? null
  useEffect(() => {
    document.documentElement.lang = words.spoken
    if (brand !== null) document.title = brand
    if (colour !== null) document.documentElement.style.setProperty('--brand', colour)
    if (location.search !== '') link('manifest', `/Ride/manifest.webmanifest${location.search}`)
    if (logo !== null) link('apple-touch-icon', `/logos/${logo}`)
  }, [words, brand, colour, logo])
  const ride = useMemo(
    () => ({
      ...engine,
      config,
      me,
      isIn,
      setMe,
      say: words.say,
      language: words.spoken,
      timesOf: words.timesOf,
      phone: me?.contact_phone ?? config?.app.phone_number ?? phone,
    }),
    [engine, config, me, isIn, setMe, words, phone],
  )
  return <RideContext value={ride}>{children}</RideContext>
}

export const useRide = (): Ride => {
  const ride = use(RideContext)
  if (ride === null) throw new Error('There is no RideProvider above')
  return ride
}

export const useFlow = (): FlowState => {
  const { flow } = useRide()
  return useSyncExternalStore(flow.subscribe, flow.state)
}

/** The server's time, ms, read again each second. */
export const useNow = (): number => {
  const { now } = useRide()
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), 1000)
    return () => clearInterval(timer)
  }, [now])
  return moment
}

/** Words for a call that did nothing: the server's, or that there was no answer. */
export const useTroubleWords = (): ((trouble: { kind: 'refused' | 'silent'; message: string | null }) => string) => {
  const { say } = useRide()
  return useCallback(
    ({ kind, message }) =>
      message === null ? say('no_signal') : kind === 'silent' ? say('failed', { detail: message }) : message,
    [say],
  )
}
