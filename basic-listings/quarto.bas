# girafa: name="quarto"
10 REM QUARTO: que pecas da reserva, em que casas, fazem quatro em linha com algo em comum?
20 REM Pecas 1-16 (letras A-P); um algarismo binario de peca-1 por propriedade. Tabuleiro: 16 letras, "." casa vazia
30 REM v(peca) 625 mais os seus algarismos em base 5: a soma s(linha) das pecas diz quantas ha' de cada propriedade
40 REM t$(soma) quantas pecas tem algo em comum (branco: por calcular); i(casa,) as linhas da casa, 0 se nao tem diagonal
50 LET cabem=600: GO SUB 900
100 REM ESCOLHE o tabuleiro e a procura
110 CLS
120 INPUT "TABULEIRO (A-F) ? "; LINE a$: IF LEN a$<>1 THEN GO TO 120
130 IF a$>="a" THEN LET a$=CHR$ (CODE a$-32)
140 IF a$<"A" OR a$>"F" THEN GO TO 120
150 RESTORE 9000+10*(CODE a$-64): READ i$,r$: LET b$=i$: LET todas=LEN r$
160 PRINT "TABULEIRO ";a$: GO SUB 500
170 PRINT "RESERVA": FOR r=1 TO todas: IF r=7 OR r=13 THEN PRINT
180 LET q=CODE r$(r)-64: GO SUB 550: NEXT r: PRINT
190 GO SUB 600: LET p0=0: FOR l=1 TO 10: LET k=s(l): IF k THEN GO SUB 680: IF n>p0 THEN LET p0=n
200 NEXT l: PRINT "H=";4-p0
210 INPUT "1 LARGURA 2 PROFUNDIDADE        3 A* 4 IDA* ? ";e: IF e<>1 AND e<>2 AND e<>3 AND e<>4 THEN GO TO 210
220 LET lim=17: IF e=2 THEN INPUT "PROFUNDIDADE MAXIMA ? ";lim: IF lim<0 THEN GO TO 220
230 POKE 23692,0: PRINT '"PROCURA ";("EM LARGURA" AND e=1);("EM PROFUNDIDADE, ATE' " AND e=2);("A*" AND e=3);("IDA*" AND e=4);: IF e=2 THEN PRINT lim;
240 PRINT : LET expandidos=0: LET achou=0: LET cheio=0
250 IF e<4 THEN GO SUB 300
260 IF e=4 THEN GO SUB 700
270 GO SUB 800
280 INPUT "OUTRA PROCURA (S/N) ? "; LINE a$: IF a$="S" OR a$="s" THEN GO TO 110
290 IF a$<>"N" AND a$<>"n" THEN GO TO 280
295 STOP
300 REM PROCURA que guarda os nos: n$() tabuleiro, f() pai, y() profundidade, p() pecas ja' alinhadas
305 REM x(fila),z(fila) primeiro e ultimo dos nos a expandir, o() o seguinte; w(),h(),j() para achar um tabuleiro ja' visto
310 DIM n$(cabem,16): DIM f(cabem): DIM y(cabem): DIM p(cabem): DIM o(cabem): DIM h(cabem): DIM j(cabem): DIM w(101): DIM x(22): DIM z(22)
315 LET nos=1: LET n$(1)=b$: LET p(1)=p0: LET w(1)=1: LET x(1)=1: LET z(1)=1
320 LET gerados=nos: FOR a=1 TO 21: IF x(a)=0 THEN NEXT a: RETURN
325 LET no=x(a): LET x(a)=o(no): IF y(no)>=lim THEN GO TO 320
330 LET expandidos=expandidos+1: PRINT #0;AT 0,0;"EXPANDIDOS: ";expandidos;TAB 20;"NOS: ";nos
335 LET b$=n$(no): GO SUB 600: LET p=p(no): LET gerados=nos+(vazias-y(no))*(todas-y(no)): LET atras=0
340 FOR c=1 TO 16: IF b$(c)<>"." THEN GO TO 440
345 FOR r=1 TO todas: LET q=CODE r$(r)-64: IF u(q) THEN GO TO 430
350 GO SUB 650: IF m=4 THEN GO TO 460
355 LET g$=b$: LET g$(c)=r$(r): LET chave=j(no)+(c+q)*(c+3)*(q+1): LET d=chave-101*INT (chave/101)+1: LET k=w(d)
360 IF k THEN IF n$(k)=g$ THEN GO TO 430
365 IF k THEN LET k=h(k): GO TO 360
370 IF nos=cabem THEN LET cheio=1: LET gerados=nos: RETURN
375 LET nos=nos+1: LET n$(nos)=g$: LET f(nos)=no: LET y(nos)=y(no)+1: LET p(nos)=m: LET j(nos)=chave: LET h(nos)=w(d): LET w(d)=nos
380 REM onde espera: em profundidade 'a frente, atras dos irmaos; senao no fim da fila, em A* a do seu custo
385 IF e=2 AND atras=0 THEN LET o(nos)=x(1): LET x(1)=nos
390 IF e=2 THEN IF atras THEN LET o(nos)=o(atras): LET o(atras)=nos
395 IF e=2 THEN LET atras=nos: GO TO 430
400 LET a=1: IF e=3 THEN LET a=y(nos)+5-m
410 IF x(a)=0 THEN LET x(a)=nos: LET z(a)=nos: GO TO 430
420 LET o(z(a))=nos: LET z(a)=nos
430 NEXT r
440 NEXT c: GO TO 320
460 REM ACHOU: as jogadas, da ultima para a primeira
465 LET achou=y(no)+1: DIM a(achou,2): LET a(achou,1)=c: LET a(achou,2)=q
470 FOR k=achou-1 TO 1 STEP -1
475 FOR c=1 TO 16: IF n$(no,c)=n$(f(no),c) THEN NEXT c
480 LET a(k,1)=c: LET a(k,2)=CODE n$(no,c)-64: LET no=f(no): NEXT k: RETURN
500 REM MOSTRA o tabuleiro b$
510 FOR c=1 TO 16: IF c=1 OR c=5 OR c=9 OR c=13 THEN PRINT
520 LET q=CODE b$(c)-64: GO SUB 550: NEXT c: PRINT '': RETURN
550 REM MOSTRA a peca q, ou a casa vazia
560 IF q<1 THEN PRINT " ....";: RETURN
570 PRINT " "; PAPER 7*(q<9); INK 7*(q>8);q$(q);: RETURN
600 REM SOMA as pecas das linhas de b$; u(peca) se ja' esta' posta
610 DIM s(10): DIM u(16): LET n=0
620 FOR c=1 TO 16: LET q=CODE b$(c)-64: IF q<1 THEN LET n=n+1: GO TO 640
630 LET u(q)=1: FOR l=1 TO 3: LET k=i(c,l): IF k THEN LET s(k)=s(k)+v(q)
635 NEXT l
640 NEXT c: IF b$=i$ THEN LET vazias=n
645 RETURN
650 REM AVALIA a peca q na casa c: m pecas alinhadas, p as que ja' havia
655 LET m=p: FOR l=1 TO 3: LET k=i(c,l): IF k THEN LET k=s(k)+v(q): GO SUB 680: IF n>m THEN LET m=n
660 NEXT l: RETURN
680 REM QUANTAS pecas tem algo em comum, se a soma e' k
685 LET n=CODE t$(k)-32: IF n THEN RETURN
690 LET a=INT (k/625): LET d=k-625*a: LET n=0: FOR z=1 TO 4: LET b=INT (d/5): LET d=d-5*b: IF d>n THEN LET n=d
692 IF a-d>n THEN LET n=a-d
694 LET d=b: NEXT z: LET t$(k)=CHR$ (n+32): RETURN
700 REM IDA*: so' guarda as jogadas feitas; c(g),r(g) casa e peca experimentadas depois de g-1 jogadas, m(g) pecas alinhadas
710 DIM c(17): DIM r(17): DIM m(17): LET lim=4-p0: LET gerados=1
715 LET prox=99: LET g=1: LET m(1)=p0: LET c(1)=1: LET r(1)=0: GO TO 755
720 LET c=c(g): LET r=r(g)+1: IF r>todas THEN LET c=c+1: LET r=1
725 IF c>16 THEN GO TO 770
730 IF b$(c)<>"." THEN LET c=c+1: LET r=1: GO TO 725
735 LET q=CODE r$(r)-64: LET c(g)=c: LET r(g)=r: IF u(q) THEN GO TO 720
740 LET gerados=gerados+1: LET p=m(g): GO SUB 650: IF m=4 THEN GO TO 790
745 LET d=g+4-m: IF d>lim THEN LET prox=d+(prox-d)*(prox<d): GO TO 720
750 LET b$(c)=r$(r): LET n=1: GO SUB 780: LET g=g+1: LET m(g)=m: LET c(g)=1: LET r(g)=0
755 LET expandidos=expandidos+1: PRINT #0;AT 0,0;"LIMIAR: ";lim;TAB 16;"GERADOS: ";gerados: GO TO 720
770 LET g=g-1: IF g=0 THEN LET lim=prox: IF lim=99 THEN RETURN
772 IF g=0 THEN GO TO 715
774 LET c=c(g): LET q=CODE r$(r(g))-64: LET b$(c)=".": LET n=-1: GO SUB 780: GO TO 720
780 REM POE (n=1) ou tira (n=-1) a peca q da casa c
785 LET u(q)=(n=1): FOR l=1 TO 3: LET k=i(c,l): IF k THEN LET s(k)=s(k)+n*v(q)
787 NEXT l: RETURN
790 LET achou=g: DIM a(g,2): FOR k=1 TO g: LET a(k,1)=c(k): LET a(k,2)=CODE r$(r(k))-64: NEXT k: RETURN
800 REM RESULTADO e medidas
810 POKE 23692,0: IF cheio THEN PRINT "NAO CABEM MAIS NOS"
815 IF NOT achou AND NOT cheio THEN PRINT "NAO HA' SOLUCAO"
820 IF achou THEN PRINT "SOLUCAO:": LET b$=i$: FOR k=1 TO achou: LET c=a(k,1): LET q=a(k,2): LET b$(c)=CHR$ (q+64): LET l=INT ((c+3)/4): PRINT k;": ";q$(q);" EM ";l;",";c-4*l+4: NEXT k: GO SUB 500
830 PRINT "EXPANDIDOS: ";expandidos'"GERADOS: ";gerados: IF NOT achou THEN RETURN
840 PRINT "PENETRANCIA: ";INT (achou/gerados*10000+.5)/10000
850 REM ramificacao media B: B+B^2+...=gerados, por bisseccao
860 LET a=1: LET b=gerados
870 IF b-a>=1/1000 THEN LET m=(a+b)*.5: LET n=0: FOR k=1 TO achou: LET n=(n+1)*m: NEXT k: LET a=a+(m-a)*(n<gerados): LET b=b+(m-b)*(n>=gerados): GO TO 870
880 PRINT "RAMIFICACAO MEDIA: ";INT ((a+b)*.5*100+.5)/100: RETURN
900 REM PREPARACAO
910 DIM v(16): DIM q$(16,4): DIM t$(3124): DIM i(16,3)
920 LET z$="BPQRABOC": FOR q=1 TO 16: LET d=q-1: LET n=1: LET v(q)=625: FOR z=4 TO 1 STEP -1
930 LET b=INT (d/2): LET d=d-2*b: LET v(q)=v(q)+n*d: LET n=5*n: LET q$(q,z)=z$(2*z-1+d): LET d=b: NEXT z: NEXT q
940 FOR c=1 TO 16: LET l=INT ((c+3)/4): LET k=c-4*l+4: LET i(c,1)=l: LET i(c,2)=4+k: LET i(c,3)=9*(l=k)+10*(l+k=5): NEXT c: RETURN
9000 REM OS TABULEIROS e as suas reservas
9010 DATA "GB.P.J.NA.MILHKE","CDFO"
9020 DATA "P.MDC..GA..JLIHK","BEFNO"
9030 DATA ".IP..JELK..MN...","ABCDFGHO"
9040 DATA "KGBDNMOCALHP....","EFIJ"
9050 DATA ".IPF..C...B.J.G.","ADEHKLMNO"
9060 DATA "..IHK.GJNMLCD...","ABEFOP"
