import { dialogStrings } from '../dialogs/strings.ts'
import { notify } from './notify.tsx'

const DECAY = 5000

/** The specification's warning to whoever opens what they may not. */
export const notifyRefused = (): void =>
  void notify({
    key: 'no-permission',
    type: 'warning',
    title: dialogStrings.noPermissionTitle,
    message: dialogStrings.noPermission,
    decay: DECAY,
  })
