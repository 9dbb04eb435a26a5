import type { PermissionKey } from '@ambit/contract'
import type { ComponentType } from 'react'
import type { PortalPath } from '../url/paths.ts'
import { READ_SIGN_IN } from './keys.ts'
import { SignInTab } from './SignInTab.tsx'
import { installationStrings as words } from './strings.ts'

type Tab = { path: PortalPath; label: string; permission: PermissionKey; content: ComponentType }

/** The tabs in their order; each is shown to those who may open it. */
export const tabs: readonly Tab[] = [
  { path: '/Settings/sign-in', label: words.signIn, permission: READ_SIGN_IN, content: SignInTab },
]
