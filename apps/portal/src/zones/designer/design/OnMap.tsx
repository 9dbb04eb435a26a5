import { createContext, Fragment, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../../../drafts/create-store.ts'

type Drawn = ReadonlyMap<string, ReactNode>

/** What the tab on screen puts on the map that all tabs share, by name. */
export type MapSlot = Store<Drawn>
export const createMapSlot = (): MapSlot => createStore<Drawn>(new Map())
export const MapSlotContext = createContext<MapSlot | null>(null)

type Props = {
  /** distinguishes several of one tab */
  name?: string
  children: ReactNode
}

/** `<OnMap><StopLayer …/></OnMap>` anywhere inside a tab: the children are drawn on the map, which stays. */
export const OnMap = ({ name = 'tab', children }: Props) => {
  const slot = useContext(MapSlotContext)
  // The map is drawn beside the tab, not inside: it takes what the tab last said.
  useLayoutEffect(() => slot?.set(new Map(slot.get()).set(name, children)), [slot, name, children])
  // Before the one that comes in its place has said anything.
  useLayoutEffect(
    () => () => {
      if (slot === null) return
      const left = new Map(slot.get())
      left.delete(name)
      slot.set(left)
    },
    [slot, name],
  )
  return null
}

export const MapLayers = ({ slot }: { slot: MapSlot }) =>
  [...useSyncExternalStore(slot.subscribe, slot.get)].map(([name, layers]) => <Fragment key={name}>{layers}</Fragment>)
