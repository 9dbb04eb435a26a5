import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { environments } from '../permissions.ts'
import { Point, requiredText, Timestamp } from './basics.ts'

/** Seconds of a demo's service in a second of the wall, as the footer offers them. */
export const demoSpeeds = [1, 10, 60] as const

/** hue 0–360, saturation and lightness in per cent */
export const BrandColor = z.object({
  h: z.number().min(0).max(360),
  s: z.number().min(0).max(100),
  l: z.number().min(0).max(100),
})
export const brands = ['a', 'b'] as const
export const Brand = z.enum(brands)

export const ModuleItem = z.object({
  name: z.string(),
  menuName: z.string(),
  /** the product's own name in the menu */
  shippedName: z.string(),
  path: z.string(),
  icon: z.string(),
  enabled: z.boolean(),
  mainMenu: z.boolean(),
  globalSearchEnabled: z.boolean(),
  /** null: every brand */
  brand: Brand.nullable(),
  /** the key that lets the item show */
  permission: z.string(),
})
export const ModuleGroup = z.object({ groupName: z.string(), items: z.array(ModuleItem) })

export const FeatureFlag = z.object({ enabled: z.boolean(), disabled_in: z.array(z.string()) })

const sessionMinutes = z.int('Please enter minutes').min(15, 'At least 15 minutes').max(720, 'At most 12 hours')
export const SignInSettings = z.object({
  /** how long a session lasts at most */
  session_minutes: sessionMinutes,
  /** after so long without a key, click or touch it ends */
  idle_minutes: sessionMinutes,
  /** characters that a new password has at least */
  password_length: z.int('From 8 to 15 characters').min(8, 'At least 8 characters').max(15, 'At most 15 characters'),
  /** off: users sign in at a provider, and break-glass accounts alone by password */
  local_sign_in: z.boolean(),
})
export type SignInSettings = z.infer<typeof SignInSettings>

export const AccessSettings = z.object({
  /** so many looks at passengers of a region in an hour, by somebody who booked nothing there that day, are unusual */
  unusual_looks: z.int('From 1 to 1,000').min(1, 'From 1 to 1,000').max(1000, 'From 1 to 1,000'),
})
export type AccessSettings = z.infer<typeof AccessSettings>

/** Largest logo, in bytes. */
export const MOST_LOGO_BYTES = 200_000
const logoTypes = ['image/png', 'image/svg+xml'] as const
/** A logo by what it holds: its SHA-256. */
export const LogoDigest = z.string().regex(/^[0-9a-f]{64}$/, 'There is no such logo')

export const LogoInput = z.strictObject({
  /** the file in base64: an SVG without scripts, or a PNG */
  content: z
    .base64('Please choose an SVG or a PNG')
    .min(1, 'Please choose an SVG or a PNG')
    .max(Math.ceil(MOST_LOGO_BYTES / 3) * 4, 'The logo may have at most 200 kB'),
})
export const Logo = z.object({ digest: LogoDigest, media_type: z.enum(logoTypes) })
export type Logo = z.infer<typeof Logo>

export const distanceUnits = ['km', 'miles'] as const
export const clockHours = ['12', '24'] as const
export const firstDays = ['monday', 'saturday', 'sunday'] as const
export const paperSizes = ['A4', 'Letter'] as const
/** How figures, times and days are written, and on what. */
const customs = {
  distances: z.enum(distanceUnits),
  clockHours: z.enum(clockHours),
  firstDay: z.enum(firstDays),
  paper: z.enum(paperSizes),
}

export const Settings = z.object({
  app: z.object({
    appName: z.string(),
    brandName: z.string(),
    brand: Brand,
    brandColor: BrandColor,
    scope: z.string(),
    locale: z.string(),
    currency: z.string(),
    phonePrefix: z.string(),
    ...customs,
    mapCenter: z.object({ lat: z.number(), lng: z.number() }),
    /** of maps that have nothing of their own to show */
    mapZoom: z.number(),
    /** another map's address, with `{lat}` and `{lng}` in the place of a point's */
    outsideMapUrl: z.string().nullable(),
    trackingPortalUrl: z.string().nullable(),
    /** on a light and on a dark page; null: the product's mark */
    logoLight: z.string().nullable(),
    logoDark: z.string().nullable(),
  }),
  modules: z.array(ModuleGroup),
  /** `Module:resource` → switch */
  featureFlags: z.record(z.string(), FeatureFlag),
  signIn: SignInSettings,
  access: AccessSettings,
  /** the providers of the sign-in page's buttons */
  signOn: z.array(z.object({ id: Id, name: z.string() })),
  environment: z.enum(environments),
  version: z.string(),
  /** no user exists yet: the first page creates the first administrator */
  setup_needed: z.boolean(),
  /** the outbox keeps mail that no mail server took */
  mail_outbox: z.boolean(),
  streets: z.object({
    available: z.boolean(),
    name: z.string().nullable(),
    demo: z.boolean(),
    bbox: z.array(z.number()).nullable(),
    tiles: z.string().nullable(),
    attribution: z.string().nullable(),
    made_at: Timestamp.nullable(),
  }),
  /** the server's clock; a demo may run faster than the wall's */
  clock: z.object({ now: Timestamp, speed: z.number() }),
  demo: z.boolean(),
  /** what only a demo on its user's own machine offers; null elsewhere, and as soon as it has accounts of others */
  local_demo: z
    .object({
      sign_ins: z.array(z.object({ role: z.string(), name: z.string(), username: z.string(), password: z.string() })),
      /** of the app for drivers: those whom the simulator leaves alone */
      drivers: z.array(z.object({ name: z.string(), username: z.string(), pin: z.string() })),
      /** the clock of its own; null: it follows real time */
      clock: z
        .object({
          speeds: z.array(z.literal(demoSpeeds)),
          time_zone: z.string(),
          /** until then the demo catches up on the calls and rides of its morning */
          opens_at: Timestamp,
        })
        .nullable(),
    })
    .nullable(),
})
export type Settings = z.infer<typeof Settings>

const LOCALE = 'Please enter a locale such as en-AU'
const isLocale = (tag: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 1
  } catch {
    return false
  }
}
/** ISO 4217, as this machine knows it. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const isMapAddress = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && text.includes('{lat}') && text.includes('{lng}')

/** Settings that an administrator may change. Fields that are left out stay as they are. */
export const SettingsInput = z
  .strictObject({
    app: z
      .strictObject({
        appName: requiredText('Please enter the product name', 60),
        brandName: requiredText('Please enter the brand name', 60),
        brandColor: BrandColor,
        locale: z
          .string()
          .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, LOCALE)
          .refine(isLocale, LOCALE),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/, 'Please enter a currency code such as AUD')
          .refine((code) => currencies.has(code), 'There is no such currency'),
        phonePrefix: z.string().regex(/^\+\d{1,4}$/, 'Please enter a prefix such as +61'),
        ...customs,
        mapCenter: Point,
        mapZoom: z.number().min(2, 'From 2 to 19').max(19, 'From 2 to 19'),
        outsideMapUrl: z
          .string()
          .max(500)
          .refine(isMapAddress, 'Please enter a web address with {lat} and {lng} in it')
          .nullable(),
        trackingPortalUrl: z.url({ protocol: /^https?$/, error: 'Please enter a web address' }).nullable(),
        logoLight: LogoDigest.nullable(),
        logoDark: LogoDigest.nullable(),
      })
      .partial(),
    /** that another currency is meant although there are fares in the present one */
    confirm_currency: z.boolean(),
    /** by the module's name */
    modules: z.record(
      z.string(),
      z
        .strictObject({
          enabled: z.boolean(),
          /** null: the product's own */
          menuName: requiredText('Please enter a menu name', 60).nullable(),
          mainMenu: z.boolean(),
          globalSearchEnabled: z.boolean(),
          brand: Brand.nullable(),
        })
        .partial(),
    ),
    /** by `Module:resource`; the list of environments needs a key of its own */
    featureFlags: z.record(
      z.string(),
      z.strictObject({ enabled: z.boolean(), disabled_in: z.array(z.enum([...environments, '*'])).max(10) }).partial(),
    ),
    signIn: z.strictObject(SignInSettings.omit({ local_sign_in: true }).shape).partial(),
    access: z.strictObject(AccessSettings.shape).partial(),
    /** null: by the address of the portal; needs a key of its own */
    environment: z.strictObject({ name: z.enum(environments).nullable() }).partial(),
  })
  .partial()
export type SettingsInput = z.infer<typeof SettingsInput>

export const environmentSources = ['environment', 'file', 'settings', 'default'] as const
/** What one variable of the server's environment is set to. */
export const EnvironmentValue = z.object({
  name: z.string(),
  /** null: a secret, or not set */
  value: z.string().nullable(),
  /** that it is set is all that is told */
  secret: z.boolean(),
  /** `file`: one that the variable with `_FILE` names. `settings`: not set, and the settings say. `default`: neither does */
  source: z.enum(environmentSources),
})
export type EnvironmentValue = z.infer<typeof EnvironmentValue>
