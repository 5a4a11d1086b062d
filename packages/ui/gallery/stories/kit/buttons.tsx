import { Check, ChevronDown, Ellipsis, Pencil, Plus, RotateCw, Send, Trash2, X } from 'lucide-react'
import { Button, IconButton, Kbd } from '../../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../../story.tsx'

function Body() {
  const localized = useLocalText()
  return (
    <>
      <Specimen title="Variants">
        <Button variant="primary">{localized('Add and start', '添加并启动')}</Button>
        <Button>{localized('Preview', '预览')}</Button>
        <Button variant="ghost">{localized('Not now', '以后再说')}</Button>
        <Button variant="danger-quiet">{localized('Deny…', '拒绝…')}</Button>
        <Button variant="danger">{localized('Remove server', '移除服务器')}</Button>
      </Specimen>
      <Specimen title="Sizes">
        <Button size="small">{localized('Small', '小')}</Button>
        <Button>{localized('Medium', '中')}</Button>
        <Button size="large">{localized('Large', '大')}</Button>
        <Button size="large" variant="primary" icon={Plus}>
          {localized('Add a server', '添加服务器')}
        </Button>
      </Specimen>
      <Specimen title="Icons, menus, shortcuts">
        <Button icon={RotateCw}>{localized('Restart', '重启')}</Button>
        <Button trailingIcon={ChevronDown}>
          {localized('Allow in this chat', '在此对话中允许')}
        </Button>
        <Button variant="primary" keys="Mod+Enter">
          {localized('Allow once', '已允许一次')}
        </Button>
        <Button variant="danger-quiet" keys="Escape">
          {localized('Deny', '拒绝')}
        </Button>
        <Button icon={Pencil} keys="E">
          {localized('Edit arguments', '编辑参数')}
        </Button>
      </Specimen>
      <Specimen title="Loading and disabled">
        <Playable initial={false}>
          {(busy, setBusy) => (
            <>
              <Button variant="primary" loading={busy} icon={Check} onClick={() => setBusy(true)}>
                {localized('Connect', '连接')}
              </Button>
              <Button variant="ghost" disabled={!busy} onClick={() => setBusy(false)}>
                {localized('Reset', '重置')}
              </Button>
            </>
          )}
        </Playable>
        <Button loading>{localized('Saving', '正在保存')}</Button>
        <Button variant="primary" disabled>
          {localized('Send', '发送')}
        </Button>
        <Button disabled>{localized('Preview', '预览')}</Button>
        <Button variant="danger" disabled>
          {localized('Remove', '移除')}
        </Button>
      </Specimen>
      <Specimen title="Icon buttons">
        <IconButton icon={Plus} label={localized('Attach', '添加附件')} />
        <IconButton icon={Ellipsis} label={localized('More', '更多')} />
        <IconButton icon={Pencil} label={localized('Edit', '编辑')} pressed />
        <IconButton icon={Trash2} label={localized('Delete', '删除')} variant="danger" />
        <IconButton icon={Send} label={localized('Send', '发送')} variant="primary" keys="Enter" />
        <IconButton icon={X} label={localized('Close', '关闭')} variant="secondary" />
        <IconButton icon={X} label={localized('Close tab', '关闭标签')} size="small" />
        <IconButton icon={Plus} label={localized('Not now', '不可用')} disabled />
      </Specimen>
      <Specimen title="Key caps">
        <Kbd keys="Mod+K" />
        <Kbd keys="Mod+Enter" />
        <Kbd keys="Mod+Shift+F" />
        <Kbd keys="Escape" />
        <Kbd keys="ArrowDown" />
        <Kbd keys="?" />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Buttons', group: 'Controls', Body }
