/** Methods that are wrong wherever the contract does not name them: not HEAD and OPTIONS, which a service may support (D80). */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
