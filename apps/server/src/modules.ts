import { routes as drivers } from './drivers/routes.ts'
import type { Module } from './http/bind.ts'

/** Every module of the server, in one list. */
export const modules: readonly Module[] = [drivers]
