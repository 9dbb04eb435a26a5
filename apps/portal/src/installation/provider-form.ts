import { type SsoProvider, type SsoProviderInput, SsoProviderInput as Input } from '@ambit/contract'
import { z } from 'zod'

const { shape } = Input
/** A list as it is typed. */
const listed = z.string().max(5000)

export const MapRow = z.object({
  provider_group: z.string(),
  user_group_id: z.string(),
  region_ids: z.array(z.string()),
})
export type MapRow = z.infer<typeof MapRow>

const fields = {
  name: shape.name,
  issuer: shape.issuer,
  client_id: shape.client_id,
  secret_kind: z.enum(['secret', 'private key']),
  scopes: z.string(),
  group_claim: z.string().trim().min(1, 'Please enter the claim'),
  offered: z.boolean(),
  make_users: z.boolean(),
  email_domains: listed,
  acr_values: z.string(),
  max_age: z.number().nullable(),
  counts_as_two_factors: z.boolean(),
  two_factor_values: listed,
  group_map: z
    .array(MapRow)
    .refine(
      (rows) => rows.every(({ provider_group, user_group_id }) => provider_group.trim() !== '' && user_group_id !== ''),
      'Please enter both groups in each row, or remove the row',
    ),
  confirm_superadmin: z.boolean(),
}

/** A provider that is there keeps its secret unless another one is entered. */
export const NewProviderForm = z.object({ ...fields, secret: shape.secret })
export const ProviderForm = z.object({ ...fields, secret: z.string().max(10_000) })
export type ProviderForm = z.infer<typeof ProviderForm>

export const providerValues = (provider: SsoProvider | null): ProviderForm => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  secret_kind: provider?.secret_kind ?? 'secret',
  secret: '',
  scopes: provider?.scopes ?? 'openid profile email',
  group_claim: provider?.group_claim ?? 'groups',
  offered: provider?.offered ?? false,
  make_users: provider?.make_users ?? false,
  email_domains: provider?.email_domains.join(', ') ?? '',
  acr_values: provider?.acr_values ?? '',
  max_age: provider?.max_age ?? null,
  counts_as_two_factors: provider?.counts_as_two_factors ?? false,
  two_factor_values: provider?.two_factor_values.join(', ') ?? '',
  group_map: (provider?.group_map ?? []).map(({ provider_group, user_group_id, region_ids }) => ({
    provider_group,
    user_group_id: String(user_group_id),
    region_ids: (region_ids ?? []).map(String),
  })),
  confirm_superadmin: false,
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const providerBody = ({
  secret,
  acr_values,
  ...values
}: ProviderForm): Omit<SsoProviderInput, 'secret'> & {
  secret?: string
} => ({
  ...values,
  ...(secret === '' ? {} : { secret }),
  acr_values: acr_values.trim() === '' ? null : acr_values.trim(),
  email_domains: listOf(values.email_domains),
  two_factor_values: listOf(values.two_factor_values),
  group_map: values.group_map.map(({ provider_group, user_group_id, region_ids }) => ({
    provider_group,
    user_group_id: Number(user_group_id),
    region_ids: region_ids.length === 0 ? null : region_ids.map(Number),
  })),
})
