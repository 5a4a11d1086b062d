import { programConfig } from './parts.config.mts'

export default programConfig('update', { source: 'update', external: ['libsql'] })
