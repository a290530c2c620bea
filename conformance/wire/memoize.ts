/** The same function, which reads each object only once. The object must not change after that. */
export function memoize<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const known = values.get(key);
    if (known) return known.value;
    const value = read(key);
    values.set(key, { value });
    return value;
  };
}
