export { ConnectModel } from './connect-model.tsx'
export { ConnectModelButton, ModelSettings } from './model-settings.tsx'
