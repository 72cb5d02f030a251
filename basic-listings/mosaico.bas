# girafa: name="mosaico"
10 REM O MOSAICO DE OITO ALGARISMOS, por procura cega e por A*
20 GO SUB 700: GO SUB 800
30 IF e=3 THEN GO SUB 500: GO TO 50
40 GO SUB 100
50 GO SUB 600: STOP
60 REM ESTA'? k= numero do estado b$, 0 se e' novo; w= sua cadeia
70 LET w=1+CODE b$(1)+5*CODE b$(3)+23*CODE b$(5)+91*CODE b$(7)+13*CODE b$(9): LET w=w-256*INT (w/256)+1: LET k=a(w)
80 IF k THEN IF n$(k)<>b$ THEN LET k=c(k): GO TO 80
90 RETURN
100 REM PROCURA: expande o primeiro dos ABERTOS de menor f
110 IF i(x)=0 THEN LET x=x+1: GO TO 110
120 LET no=i(x): LET i(x)=s(no): LET s(no)=-1: LET t$=n$(no)
130 IF t$=g$ THEN LET achou=1: RETURN
140 GO SUB 580
150 FOR v=1 TO 9: IF t$(v)<>"." THEN NEXT v
160 LET ng=g(no)+1
170 REM A pilha recebe os sucessores ao contrario: o primeiro fica em cima
180 LET j1=1: LET j2=4: LET dj=1: IF e=2 THEN LET j1=4: LET j2=1: LET dj=-1
190 FOR j=j1 TO j2 STEP dj
200 LET q=m(v,j): IF q=0 THEN GO TO 240
210 LET b$=t$: LET b$(v)=t$(q): LET b$(q)=".": GO SUB 60
220 IF k=0 THEN GO SUB 300: IF cheio THEN RETURN
230 IF k THEN IF ng<g(k) AND e>3 THEN GO SUB 400
240 NEXT j
250 GO TO 110
300 REM NOVO ESTADO b$, filho de no
310 LET cheio=(nos=max): IF cheio THEN RETURN
320 LET nos=nos+1: LET n$(nos)=b$: LET c(nos)=a(w): LET a(w)=nos
330 LET p(nos)=no: LET g(nos)=ng: LET y=nos
340 LET f=0: IF e>3 THEN GO SUB 450: LET f=ng+h
350 REM ABRE y com prioridade f (nunca passa de 74): a pilha em cima, o resto no fim da fila de f
360 LET f(y)=f: LET f=f+1
370 IF f<x THEN LET x=f
380 IF i(f)=0 OR e=2 THEN LET s(y)=i(f): LET i(f)=y: LET u(f)=y: RETURN
390 LET s(u(f))=y: LET u(f)=y: LET s(y)=0: RETURN
400 REM MELHOR CAMINHO ate' k: se esta' aberto, sai da sua fila
410 LET f=f(k)+1
415 IF s(k)<0 THEN GO TO 440
420 IF i(f)=k THEN LET i(f)=s(k): GO TO 440
425 LET y=i(f)
430 IF s(y)<>k THEN LET y=s(y): GO TO 430
435 LET s(y)=s(k): IF u(f)=k THEN LET u(f)=y
440 LET f=f(k)-g(k)+ng: LET p(k)=no: LET g(k)=ng: LET y=k: GO TO 350
450 REM HEURISTICA h de b$: soma das distancias; h3 junta 3 por cada ponto de desordem
460 LET h=0: FOR d=1 TO 9: LET h=h+d(CODE b$(d)-45,d): NEXT d
470 IF e<6 THEN RETURN
475 IF b$(5)<"8" AND b$(5)>"." THEN LET h=h+3
480 LET r$=b$( TO 3)+b$(6)+b$(9)+b$(8)+b$(7)+b$(4)+b$(1)
485 FOR d=1 TO 8: IF r$(d)>"." AND r$(d)<"8" THEN IF CODE r$(d+1)<>CODE r$(d)+1 THEN LET h=h+6
490 NEXT d: RETURN
500 REM RETROCESSO: n$(1) a n$(no) e' o caminho; p(no) movimentos ja' tentados; c() e a() so' tem o caminho
510 LET no=1: LET p(1)=0: LET nos=1: LET g(1)=w
520 LET t$=n$(no): IF t$=g$ THEN LET achou=1: RETURN
530 GO SUB 580
540 FOR v=1 TO 9: IF t$(v)<>"." THEN NEXT v
550 LET p(no)=p(no)+1: IF p(no)>4 THEN LET a(g(no))=c(no): LET no=no-1: LET t$=n$(no): GO TO 540
555 LET q=m(v,p(no)): IF q=0 THEN GO TO 550
560 LET b$=t$: LET b$(v)=t$(q): LET b$(q)=".": GO SUB 60: IF k THEN GO TO 550
565 LET cheio=(no=max): IF cheio THEN RETURN
570 LET no=no+1: LET nos=nos+1: LET n$(no)=b$: LET c(no)=a(w): LET a(w)=no: LET g(no)=w: LET p(no)=0: GO TO 520
580 REM CONTA mais uma chamada
590 LET n=n+1: PRINT #1;AT 1,0;"CHAMADA ";n;" ESTADOS ";nos: RETURN
600 REM RESULTADO: l$ os movimentos do ponto, s() o caminho do fim para o principio
605 CLS : PRINT z$''
610 IF cheio THEN PRINT "MEMORIA CHEIA:"'max;" ESTADOS, ";n;" CHAMADAS": RETURN
615 IF e=3 THEN FOR d=1 TO no: LET s(d)=no+1-d: NEXT d: LET d=no: GO TO 630
620 LET d=0
625 LET d=d+1: LET s(d)=no: IF no>1 THEN LET no=p(no): GO TO 625
630 PRINT d-1;" MOVIMENTO";"S" AND d<>2;", ";n;" CHAMADA";"S" AND n<>1;","'nos;" ESTADO";"S" AND nos>1
635 PRINT : IF d=1 THEN GO TO 655
640 FOR k=d-1 TO 1 STEP -1: LET t$=n$(s(k+1)): LET b$=n$(s(k))
645 FOR q=1 TO 9: IF b$(q)<>"." THEN NEXT q
650 FOR v=1 TO 9: IF t$(v)<>"." THEN NEXT v
652 FOR j=1 TO 4: IF m(v,j)<>q THEN NEXT j
654 POKE 23692,255: PRINT "EDCB"(j);: NEXT k: PRINT ''
655 IF d>32 THEN RETURN
660 FOR k=d TO 1 STEP -8
665 FOR q=1 TO 7 STEP 3: FOR j=k TO k-7 STEP -1
670 IF j>0 THEN PRINT PAPER 6;n$(s(j),q TO q+2); PAPER 7;" " AND j<>k-7;
675 NEXT j: PRINT : NEXT q: IF k>8 THEN PRINT
680 NEXT k: RETURN
700 REM PERGUNTAS: o estado e a estrategia
705 LET g$="1238.4765": LET max=850: LET n=0: LET nos=0: LET no=0: LET achou=0: LET cheio=0
710 PRINT "O MOSAICO DE OITO ALGARISMOS"''"ESTADOS DA FIGURA 12:"'
715 RESTORE 990: FOR k=1 TO 7: READ b$: PRINT k;"  ";b$( TO 3);" ";b$(4 TO 6);" ";b$(7 TO ): NEXT k
720 PRINT "0  OUTRO, ESCRITO ASSIM: "'"   ";g$;" (A META)"''"1 LARGURA   4 A* COM H1"'"2 FUNDURA   5 A* COM H2"'"3 RETROCES. 6 A* COM H3"'
725 INPUT "ESTADO (0 A 7) ";o: IF o<0 OR o>7 OR o<>INT o THEN GO TO 725
730 IF o THEN RESTORE 990: FOR k=1 TO o: READ b$: NEXT k: GO TO 780
735 INPUT "MOSAICO ";b$: IF LEN b$<>9 THEN GO TO 760
740 FOR k=1 TO 9: FOR q=1 TO 9
745 IF b$(q)<>g$(k) THEN NEXT q: GO TO 760
750 NEXT k: LET h=0: FOR k=1 TO 8: FOR q=k+1 TO 9: LET h=h+(b$(k)>b$(q) AND b$(q)<>"."): NEXT q: NEXT k
755 IF h<>2*INT (h/2) THEN GO TO 780
758 PRINT b$'"NUNCA CHEGA A META (PARIDADE)": GO TO 735
760 PRINT "NOVE CASAS: . E 1 A 8": GO TO 735
780 INPUT "ESTRATEGIA (1 A 6) ";e: IF e<1 OR e>6 OR e<>INT e THEN GO TO 780
785 LET z$="LARGURA   FUNDURA   RETROCESSOA* COM H1 A* COM H2 A* COM H3 "(10*e-9 TO 10*e)+" "+b$
790 CLS : PRINT z$'': FOR q=1 TO 7 STEP 3: PRINT PAPER 6;b$(q TO q+2); PAPER 7;"->" AND q=4;TAB 6; PAPER 5;g$(q TO q+2): NEXT q
795 RETURN
800 REM TABELAS: estados, pai p, caminho g, valor f, cadeia c, fila s; cabecas a, i, u
810 DIM n$(max,9): DIM p(max): DIM g(max): DIM f(max): DIM c(max): DIM s(max): DIM a(256): DIM i(100): DIM u(100)
820 REM m(v,j) para onde vai o ponto da casa v: Esquerda, Direita, Cima, Baixo
830 DIM m(9,4): FOR v=1 TO 9: LET q=v-3*INT ((v-1)/3)
840 LET m(v,1)=(v-1)*(q>1): LET m(v,2)=(v+1)*(q<3): LET m(v,3)=(v-3)*(v>3): LET m(v,4)=(v+3)*(v<7): NEXT v
850 REM d(t,q) o que o algarismo t na casa q soma a h; em h1 o ponto conta tambem
860 DIM d(12,9): IF e<4 THEN GO TO 900
870 FOR k=1 TO 9: LET t=CODE g$(k)-45: FOR q=1 TO 9
880 LET h=INT ((q-1)/3)-INT ((k-1)/3): LET d(t,q)=(q<>k) AND e=4: IF e>4 AND t>1 THEN LET d(t,q)=ABS h+ABS (q-k-3*h)
890 NEXT q: NEXT k
900 REM O primeiro estado
910 LET ng=0: LET x=1: GO SUB 60: GO SUB 300: RETURN
990 DATA ".23184765","23.184765","1348.2765","2831647.5","2164.8753","62715384.","8.4123765"
