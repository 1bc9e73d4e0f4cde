/** Users of the service: roles, tokens, OpenID Connect, and the audit log. */
@NullMarked
package dev.ductile.server.accounts;

import org.jspecify.annotations.NullMarked;
