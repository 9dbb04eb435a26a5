import { z } from 'zod'
import { environments } from '../permissions.ts'
import { Timestamp } from './basics.ts'

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
    mapCenter: z.object({ lat: z.number(), lng: z.number() }),
    trackingPortalUrl: z.string().nullable(),
  }),
  modules: z.array(ModuleGroup),
  /** `Module:resource` → switch */
  featureFlags: z.record(z.string(), FeatureFlag),
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
  }),
  /** the server's clock; a demo may run faster than the wall's */
  clock: z.object({ now: Timestamp, speed: z.number() }),
  demo: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
