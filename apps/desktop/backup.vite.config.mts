import { programConfig } from './parts.config.mts'

export default programConfig('backup', { source: 'backup', external: ['libsql'] })
