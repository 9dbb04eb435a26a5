import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  Navigate as RouterNavigate,
  useNavigate as useRouterNavigate,
  useParams,
} from '@tanstack/react-router'
import { type ComponentPropsWithRef, useCallback } from 'react'
import type { PathParam, PortalPath } from './paths.ts'
import type { PlainSearch } from './plain-search.ts'

/** What a step in the history remembers beside its address. */
type StepState = {
  /** this step was made by closing the tab of that zone */
  closedZone?: number | undefined
}

declare module '@tanstack/react-router' {
  // The router offers the state of a history entry to declaration merging, which only an interface can do.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState extends StepState {}
}

type Target = {
  /** `.` is the page on screen */
  to: PortalPath | '.'
  /** `true` keeps the query; nothing stands for no query */
  search?: PlainSearch | ((before: PlainSearch) => PlainSearch) | true
  replace?: boolean
  state?: (before: StepState) => StepState
}

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> &
  Target &
  Pick<RouterLinkProps, 'activeOptions' | 'activeProps'>

/** The router's link, to pages that exist and with search parameters that are known. */
export const Link = (props: LinkProps) => <RouterLink {...props} />

/** Redirects as soon as it is rendered. */
export const Navigate = (props: Target) => <RouterNavigate {...props} />

export type Go = (target: Target) => Promise<void>

export const useNavigate = (): Go => {
  const navigate = useRouterNavigate()
  return useCallback((target) => navigate(target), [navigate])
}

/** A parameter of the page's path as written there; the page on screen need not have it. */
export const useParam = (name: PathParam): string | undefined =>
  useParams({ strict: false, select: (params: Partial<Record<PathParam, string>>) => params[name] })
