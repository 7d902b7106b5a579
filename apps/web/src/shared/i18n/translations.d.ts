declare module 'virtual:translations/*' {
  const translations: Record<string, import('@kinreel/messages/message-set').CompiledMessages>;
  export default translations;
}
