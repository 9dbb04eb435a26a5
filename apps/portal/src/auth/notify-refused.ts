import { permissionStrings } from './strings.ts'
import { notify } from '../notifications/notify.tsx'

const DECAY = 5000

/** The specification's warning when a user opens what they have no right to. */
export const notifyRefused = (): void =>
  void notify({
    key: 'no-permission',
    type: 'warning',
    title: permissionStrings.noPermissionTitle,
    message: permissionStrings.noPermission,
    decay: DECAY,
  })
