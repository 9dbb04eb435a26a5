import { type ConsumerApp, ConsumerAppInput, messageLanguages } from '@ambit/contract'
import { z } from 'zod'
import { appStrings as words } from './strings.ts'

const hostsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((host) => host !== '')

/** What the form holds: the contract's rules, with text for what may be left out and for the hosts. */
export const AppForm = ConsumerAppInput.extend({
  brand_name: z.string(),
  brand_color: z.string().refine((color) => {
    return color.trim() === '' || ConsumerAppInput.shape.brand_color.safeParse(color).success
  }, 'Please enter a color such as #0a7e7e'),
  logo: z.string().nullable(),
  host_names: z
    .string()
    .refine((text): boolean => ConsumerAppInput.shape.host_names.safeParse(hostsOf(text)).success, words.host),
  sign_up: ConsumerAppInput.shape.sign_up.unwrap(),
  locales: ConsumerAppInput.shape.locales.unwrap(),
  phone_number: z.string(),
  default: z.boolean(),
})
export type AppForm = z.infer<typeof AppForm>

export const appValues = (app: ConsumerApp | null): AppForm => ({
  name: app?.name ?? '',
  slug: app?.slug ?? '',
  brand_name: app?.brand_name ?? '',
  brand_color: app?.brand_color ?? '',
  logo: app?.logo ?? null,
  host_names: app?.host_names.join(', ') ?? '',
  sign_up: app?.sign_up ?? 'open',
  locales: app?.locales ?? [...messageLanguages],
  phone_number: app?.phone_number ?? '',
  default: app?.default ?? false,
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const appBody = ({ brand_name, brand_color, host_names, phone_number, ...values }: AppForm) => ({
  ...values,
  brand_name: orNull(brand_name),
  brand_color: orNull(brand_color),
  host_names: hostsOf(host_names),
  phone_number: orNull(phone_number),
})
