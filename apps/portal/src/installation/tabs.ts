import type { PermissionKey } from '@ambit/contract'
import type { ComponentType } from 'react'
import type { PortalPath } from '../url/paths.ts'
import { BackupsTab } from './BackupsTab.tsx'
import { BrandTab } from './BrandTab.tsx'
import { EnvironmentTab } from './EnvironmentTab.tsx'
import { READ, READ_BACKUP, READ_SIGN_IN } from './keys.ts'
import { MailTab } from './MailTab.tsx'
import { MapTab } from './MapTab.tsx'
import { ModulesTab } from './ModulesTab.tsx'
import { RegionTab } from './RegionTab.tsx'
import { settingsStrings } from './settings-strings.ts'
import { SignInTab } from './SignInTab.tsx'
import { StatusTab } from './StatusTab.tsx'
import { installationStrings as words } from './strings.ts'

type Tab = { path: PortalPath; label: string; permission: PermissionKey; content: ComponentType }

const labels = settingsStrings.tabs

/** The tabs in their order; each is shown to those who may open it. */
export const tabs: readonly Tab[] = [
  { path: '/Settings/brand', label: labels.brand, permission: READ, content: BrandTab },
  { path: '/Settings/region', label: labels.region, permission: READ, content: RegionTab },
  { path: '/Settings/map', label: labels.map, permission: READ, content: MapTab },
  { path: '/Settings/mail', label: labels.mail, permission: READ, content: MailTab },
  { path: '/Settings/sign-in', label: words.signIn, permission: READ_SIGN_IN, content: SignInTab },
  { path: '/Settings/modules', label: labels.modules, permission: READ, content: ModulesTab },
  { path: '/Settings/backups', label: labels.backups, permission: READ_BACKUP, content: BackupsTab },
  { path: '/Settings/status', label: labels.status, permission: READ, content: StatusTab },
  { path: '/Settings/environment', label: labels.environment, permission: READ, content: EnvironmentTab },
]
