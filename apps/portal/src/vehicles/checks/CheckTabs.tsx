import { PageTabs } from '../../ui/PageTabs.tsx'
import { READ_CHECKS, READ_LISTS } from './keys.ts'
import { checklistStrings, checkStrings } from './strings.ts'

const tabs = [
  { path: '/VehicleManagement/Checks', label: checkStrings.title, permission: READ_CHECKS },
  { path: '/VehicleManagement/Checklists', label: checklistStrings.title, permission: READ_LISTS },
] as const

export const CheckTabs = ({ current }: { current: (typeof tabs)[number]['path'] }) => (
  <PageTabs label={checkStrings.tabs} tabs={tabs} current={current} />
)
