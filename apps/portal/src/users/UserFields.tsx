import { useQuery } from '@tanstack/react-query'
import type { User } from '@ambit/contract'
import { userStatuses } from '../records/users.ts'
import { RecordStatus, statusOptions } from '../records/status.tsx'
import { organisationOptions } from '../records/organisations.ts'
import { regionOptions } from '../records/regions.ts'
import { userGroupOptions } from '../records/user-groups.ts'
import { useCan } from '../auth/permissions.ts'
import { MultiSelectField, SelectField, TelField, TextField } from '../form/fields.tsx'
import { useSettings } from '../settings/settings.ts'
import { userStrings } from './strings.ts'

const words = userStrings.fields
const statusChoices = statusOptions(userStatuses, ['active', 'blocked'])
const GROUPS = 'UserGroupManagement:userGroups:canRead'
const REGIONS = 'RegionManagement:region:canRead'
const ORGANISATIONS = 'TravellerManagement:organisation:canRead'
const WHOLE_ROW = 24

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

export const UserFields = ({ user }: { user: User | null }) => {
  const can = useCan()
  const { phonePrefix } = useSettings().app
  const groups = useQuery({ ...userGroupOptions, enabled: can(GROUPS) })
  const regions = useQuery({ ...regionOptions, enabled: can(REGIONS) })
  const organisations = useQuery({ ...organisationOptions, enabled: can(ORGANISATIONS) })
  return (
    <>
      <TextField name="first_name" label={words.first_name} />
      <TextField name="last_name" label={words.last_name} />
      <TextField name="username" label={words.username} />
      <TextField name="email" label={words.email} type="email" checked="change" />
      <TelField name="phone_number" label={words.phone_number} placeholder={phonePrefix.trim()} />
      <SelectField
        name="status"
        label={words.status}
        options={statusChoices}
        view={<RecordStatus of={userStatuses} status={user?.status ?? 'active'} />}
      />
      <MultiSelectField
        name="groups"
        label={words.groups}
        options={groups.data?.map(optionOf) ?? user?.UserGroups.map(optionOf) ?? []}
        permission={GROUPS}
        span={WHOLE_ROW}
        searchable
      />
      <MultiSelectField
        name="region_ids"
        label={words.region_ids}
        placeholder={userStrings.allRegions}
        options={regions.data?.map(optionOf) ?? []}
        permission={REGIONS}
        span={WHOLE_ROW}
        searchable
      />
      <SelectField
        name="organisation_id"
        label={words.organisation_id}
        placeholder={userStrings.nobody}
        note={userStrings.represents}
        options={organisations.data?.map(optionOf) ?? []}
        permission={ORGANISATIONS}
        span={WHOLE_ROW}
        searchable
        clearable
      />
    </>
  )
}
