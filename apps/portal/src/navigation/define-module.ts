import type { PermissionKey } from '@ambit/contract'
import { type ComponentType, createContext } from 'react'
import type { DialogDefinition } from '../dialogs/define-dialog.ts'
import type { LiveHandlers } from '../live/handlers.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { PagePath } from '../url/paths.ts'

export type PortalPage = {
  /** one of `url/paths.ts` */
  path: PagePath
  /** the route's name: page title, breadcrumb, heading */
  title: string
  /** who may open it; null: every signed-in user */
  permission: PermissionKey | null
  /** asks for what representatives of organisations are answered alone: other pages are not theirs */
  represented?: true
  /**
   * without the right to open it, `stay` keeps users on the page where they are, with a notice; `back` without one;
   * otherwise the page itself says so
   */
  refused?: 'stay' | 'back'
  /** `padded`: title and cards; `edge`: the page fills everything between header and footer (maps) */
  layout?: 'padded' | 'edge'
  load: () => Promise<{ default: ComponentType }>
}

/** A dropdown in the header, for users with its permission. */
export type HeaderAlerts = { key: string; permission: PermissionKey; component: ComponentType }

export const defineAlerts = ({
  load,
  ...alerts
}: Omit<HeaderAlerts, 'component'> & { load: () => Promise<{ default: ComponentType }> }): HeaderAlerts => ({
  ...alerts,
  component: lazyComponent(load, () => null),
})

/** Everything that a module adds to the portal, in its folder's `module.ts`; listed once, in `modules.ts`. */
export type PortalModule = {
  /** the module's name in permission keys and settings */
  name: string
  pages: readonly PortalPage[]
  dialogs?: readonly DialogDefinition[]
  alerts?: readonly HeaderAlerts[]
  /** what the live stream changes in the query cache */
  live?: LiveHandlers
}

/** Every module of the portal; `main.tsx` provides it, so that nothing below the modules imports their list. */
export const ModulesContext = createContext<readonly PortalModule[]>([])

export const defineModule = (module: PortalModule): PortalModule => module
